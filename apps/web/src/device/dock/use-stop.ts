import { useEffect } from 'react';
import { useAllDrivenTargets } from '../linked/driven-devices.tsx';

/** The Stop of every page, for everything that it drives: sent past every queue, retried until the device confirms it. */
export function useStop(): () => void {
  return useAllDrivenTargets().stop;
}

/**
 * Escape stops on every page and in every field, and also closes an open dialog or menu. While a text is composed with an
 * input method, the key only ends the composition.
 */
export function useStopOnEscape(): void {
  const driven = useAllDrivenTargets();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // Browsers would close a dialog too.
      if (event.isComposing) event.preventDefault();
      else if (!event.repeat) driven.stop();
    }
    // In the capture phase, so that no control can swallow a stop.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [driven]);
}
