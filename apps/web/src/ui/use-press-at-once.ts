import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** How long after the end of a press its click may follow. ms */
const CLICK_WITHIN_MS = 500;

/**
 * Handlers for an action that must not wait until the finger lifts: they act as it comes down. A click during the press or at
 * its end belongs to it. Any other click acts: assistive technology clicks without a press, a keyboard's click has a count of
 * 0, and a press that was cancelled or slid off has none.
 */
export function usePressAtOnce(act: () => void) {
  /** Until when a click belongs to the press, by the clock of the events; at first there is no press. */
  const clickUntilMs = useRef(0);
  return {
    onPointerDown({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (button !== 0) return;
      clickUntilMs.current = Infinity;
      act();
      // So that the end of the press arrives here, wherever it happens.
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
