import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/**
 * Closes an element on Escape, wherever the focus is. Escape also stops the device: no open element swallows the
 * key. While a text is composed with an input method the key only ends the composition.
 */
export function useEscape(onClose: () => void): void {
  const latest = useLatest(onClose);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.isComposing) latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
