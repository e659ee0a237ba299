import { useEffect, useState } from 'react';

/** A keyboard that can keep Escape from leaving full screen; few browsers have it. */
interface KeyboardLock {
  lock?(keys: readonly string[]): Promise<void>;
  unlock?(): void;
}

/** Whether an element fills the screen, and the way in and out: the browser's own where it has one, else the whole window. */
export function useFullScreen(element: HTMLElement | null): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  // Not in TypeScript's list of what a navigator has.
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
    // Phones without a full screen for anything but bare videos: the window is filled instead.
    const fill = () => setFull(true);
    if (element === null || !document.fullscreenEnabled) fill();
    else
      element.requestFullscreen().then(
        // With it Escape stops, and only held does it leave; without it leaving is all that Escape does.
        () => keyboard?.lock?.(['Escape']).catch(() => undefined),
        fill,
      );
  }

  return { isFull, toggle };
}
