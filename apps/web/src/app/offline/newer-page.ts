import type { Time } from '@tactus/time';

/** How often a page that stays open checks for a newer version; it also checks whenever it becomes visible. */
const CHECK_EVERY_MS = 60 * 60 * 1000;

/** Runs `check` every hour, and whenever the page becomes visible. Returns the undo. */
export function checkPeriodically(time: Time, document: Document, check: () => void): () => void {
  const onChange = () => document.visibilityState === 'visible' && check();
  document.addEventListener('visibilitychange', onChange);
  const stop = time.every(CHECK_EVERY_MS, check);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** The first script of a page. */
const FIRST_SCRIPT = / data-app="([^"]+)"/;

/**
 * Without a service worker, reports once that the site serves another version than the one that runs: the first script of a
 * page fetched now has another name.
 */
export function watchForNewerPage(from: {
  fetch: typeof globalThis.fetch;
  document: Document;
  time: Time;
  onNewer: () => void;
}): void {
  const { fetch, document, time, onNewer } = from;
  const own = document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset['app'];

  async function check(): Promise<void> {
    const answer = await fetch('/', { cache: 'no-cache', credentials: 'omit', headers: { accept: 'text/html' } });
    const [, served] = FIRST_SCRIPT.exec(await answer.text()) ?? [];
    if (served === undefined || served === own) return;
    stop();
    onNewer();
  }

  // Without a network this check fails; the next one follows.
  const stop = checkPeriodically(time, document, () => void check().catch(() => undefined));
}
