import { useEffect } from 'react';
import { useDriven } from './borrowed-devices.tsx';

/** The one way to stop from anywhere: past every queue, retried until the device confirms it, and all that is driven from here. */
export function useStop(): () => void {
  return useDriven().stop;
}

/** Escape stops, on every page and in every field, unless it closes a dialog (decisions.md 40 and 71). */
export function useStopKey(): void {
  const driven = useDriven();
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.repeat || document.querySelector('dialog[open]') !== null) return;
      driven.stop();
    }
    // Captured, so that no control can keep a stop for itself.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [driven]);
}
