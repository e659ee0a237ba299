import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** The click of a press follows its end within so long, if it follows at all. ms */
const CLICK_WITHIN_MS = 500;

/**
 * Handlers for what must not wait for the finger to be lifted: they act as it comes down. A click during the press or at its end
 * is the same press. Any other click acts: assistive technology clicks without a press, a keyboard counts no clicks, and a press
 * that was taken away or slid off has none.
 */
export function usePressAtOnce(act: () => void) {
  /** Until when a click is that of the press, by the clock of the events; at first there is no press. */
  const clickUntilMs = useRef(0);
  return {
    onPointerDown({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      clickUntilMs.current = Infinity;
      act();
      // So that its end arrives here, wherever that is.
      currentTarget.setPointerCapture?.(pointerId);
    },
    onPointerUp({ timeStamp }: PointerEvent) {
      if (clickUntilMs.current === Infinity) clickUntilMs.current = timeStamp + CLICK_WITHIN_MS;
    },
    onPointerCancel() {
      clickUntilMs.current = 0;
    },
    onClick({ detail, timeStamp }: MouseEvent) {
      if (detail === 0 || timeStamp > clickUntilMs.current) act();
      clickUntilMs.current = 0;
    },
  };
}
