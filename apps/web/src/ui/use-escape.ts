import { useEffect, useRef } from 'react';

/**
 * Closes something on Escape, wherever the focus is. Escape stops the device besides: nothing that is open keeps the key for
 * itself. While a text is composed the key ends the composition and does neither.
 */
export function useEscape(onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.isComposing) latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
