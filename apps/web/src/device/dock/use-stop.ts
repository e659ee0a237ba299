import { useEffect } from 'react';
import { useDriven } from '../linked/borrowed-devices.tsx';

/** The one Stop of every page: past every queue, retried until the device confirms it, and all that is driven from here. */
export function useStop(): () => void {
  return useDriven().stop;
}

/**
 * Escape stops, on every page, in every field, and whatever is open: that closes besides. While a text is composed the key
 * ends the composition and nothing else.
 */
export function useStopKey(): void {
  const driven = useDriven();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // Browsers would close a dialog all the same.
      if (event.isComposing) event.preventDefault();
      else if (!event.repeat) driven.stop();
    }
    // Captured, so that no control can keep a stop for itself.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [driven]);
}
