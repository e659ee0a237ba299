import { useEffect } from 'react';

/** Elements for which a held Enter repeats: a stepper goes on, a text gets lines. */
const REPEATS = '[data-repeats], textarea';

/**
 * A held Enter counts once, on the whole page: its repeats would click again, on a button that may mean the opposite by then,
 * such as Start after Stop.
 */
export function useIgnoreRepeatedEnter(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !event.repeat) return;
      if (event.target instanceof Element && event.target.matches(REPEATS)) return;
      event.preventDefault();
      event.stopPropagation();
    }
    // In the capture phase, so that no control acts before.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
