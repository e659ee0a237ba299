import { useSyncExternalStore } from 'react';

/** A device with a mouse or a touch pad: one without rarely has a keyboard, and no file can be dropped on it. */
export const HAS_MOUSE = '(any-pointer: fine)';

/** Whether the screen fits a media query. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
