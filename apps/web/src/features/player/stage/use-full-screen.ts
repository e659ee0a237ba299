import { useEffect, useState } from 'react';

/** A keyboard that can capture Escape in full screen; few browsers have it. */
interface KeyboardLock {
  lock?(keys: readonly string[]): Promise<void>;
  unlock?(): void;
}

/** Whether an element fills the screen, and the switch: the browser's full screen if it has one, else the whole window. */
export function useFullScreen(element: HTMLElement | null): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  // Missing in TypeScript's type of `Navigator`.
  const { keyboard } = navigator as Navigator & { keyboard?: KeyboardLock };

  useEffect(() => {
    const read = () => setFull(element !== null && document.fullscreenElement === element);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, [element]);

  function toggle() {
    if (isFull) {
      keyboard?.unlock?.();
      if (document.fullscreenElement === null) setFull(false);
      else void document.exitFullscreen();
      return;
    }
    // Phones with full screen for bare videos only: the element fills the window instead.
    const fill = () => setFull(true);
    if (element === null || !document.fullscreenEnabled) fill();
    else
      element.requestFullscreen().then(
        // With a keyboard lock a press of Escape stops, and only holding it leaves; without one Escape only leaves.
        () => keyboard?.lock?.(['Escape']).catch(() => undefined),
        fill,
      );
  }

  return { isFull, toggle };
}
