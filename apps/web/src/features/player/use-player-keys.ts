import { useEffect } from 'react';
import { useLatest } from '../../device/use-latest.ts';

/** What a key does on the page of the player; each is pressed alone. */
export type PlayerKeys = Readonly<Record<string, () => void>>;

/** Stops as Escape does, in full screen too, where the browser keeps a real Escape (decisions.md 40). */
export const STOP_KEY = 'x';

/** The keys of the player. They never act while something is typed, and leave a control that has the focus its own. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey || document.querySelector('dialog[open]') !== null) return;
      if (target instanceof HTMLElement && keeps(target, key)) return;
      const run = latest.current[key.length === 1 ? key.toLowerCase() : key];
      if (run === undefined || (event.repeat && !key.startsWith('Arrow'))) return;
      event.preventDefault();
      run();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}

/** Whether a control needs the key itself. */
function keeps(target: HTMLElement, key: string): boolean {
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target instanceof HTMLInputElement) {
    if (!['range', 'radio', 'checkbox', 'button', 'file'].includes(target.type)) return true;
    return key.length > 1 || key === ' ';
  }
  return key === ' ' && target.closest('button, a, summary, [role="slider"]') !== null;
}
