import { FIRST_HOME_ID } from './leave-first-home.ts';

/**
 * Runs something once the document is whole and the first picture, where there is one, has been drawn: the app takes longer to
 * start than the picture to draw, and would keep it waiting. A page that nobody sees draws nothing and waits for nothing.
 */
export function whenPainted(document: Document, run: () => void): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => whenPainted(document, run), { once: true });
    return;
  }
  if (document.getElementById(FIRST_HOME_ID) === null || document.visibilityState === 'hidden') {
    run();
    return;
  }
  let ran = false;
  const once = () => {
    if (ran) return;
    ran = true;
    document.removeEventListener('visibilitychange', once);
    run();
  };
  document.addEventListener('visibilitychange', once);
  // The first frame comes before the picture is drawn, the second after.
  requestAnimationFrame(() => requestAnimationFrame(once));
}
