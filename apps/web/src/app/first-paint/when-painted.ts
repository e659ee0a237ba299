import { FIRST_PICTURE_ID } from './remove-first-picture.ts';

/**
 * Runs a function once the document is complete and the first picture, if any, has been drawn: starting the app takes longer
 * than drawing the picture, and would delay it. A hidden page draws nothing and does not wait.
 */
export function whenPainted(document: Document, run: () => void): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => whenPainted(document, run), { once: true });
    return;
  }
  if (document.getElementById(FIRST_PICTURE_ID) === null || document.visibilityState === 'hidden') {
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
