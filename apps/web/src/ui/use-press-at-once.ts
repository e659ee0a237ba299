import { type MouseEvent, type PointerEvent, useRef } from 'react';

/**
 * Handlers for what must not wait for the finger to be lifted: they act as it comes down. The click after it is then the same
 * press; one without it comes from assistive technology, and one that counts no clicks from a keyboard, whatever press came to
 * no click before.
 */
export function usePressAtOnce(act: () => void) {
  const pressed = useRef(false);
  return {
    onPointerDown({ button }: PointerEvent) {
      if (button !== 0) return;
      pressed.current = true;
      act();
    },
    onClick({ detail }: MouseEvent) {
      if (detail === 0 || !pressed.current) act();
      pressed.current = false;
    },
  };
}
