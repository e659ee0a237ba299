import { type PointerEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  FINGER_REST_MS,
  FINGER_SLOP_PX,
  isFinger,
  useFingerStoppedScroll,
  useIsPageScrollable,
  usePreventScroll,
} from './finger.ts';
import { useClock } from './time-context.tsx';
import { useLatest } from './use-latest.ts';

/** The direction of a control; along it values grow to the right or upwards. */
export type Orientation = 'horizontal' | 'vertical';

/** A hand on a control, in per cent of its length and in pixels. */
export interface Drag {
  /** Where the press began, 0-100 from the low end. */
  readonly startPercent: number;
  /** Where the hand is, in per cent of the length from the low end; beyond 0-100 outside the control. */
  readonly percent: number;
  /** How far the hand has moved since it came down, in per cent of the length. */
  readonly movedPercent: number;
  /** Where the hand is, from the upper left corner, px. */
  readonly point: { readonly x: number; readonly y: number };
  /** The size of the control, px. */
  readonly size: { readonly width: number; readonly height: number };
  /** The name of the handle that a finger holds; a mouse and the body have none. */
  readonly handle: string | undefined;
  readonly pointer: 'mouse' | 'finger';
  /**
   * The kind of the press so far: a tap has not moved, `none` is a press that turned out to be a scroll, and `cut-off` one
   * during which the control was disabled or removed, or `cutOff` was called.
   */
  readonly kind: 'tap' | 'drag' | 'none' | 'cut-off';
}

/** A mouse that moves less is a tap. */
const MOUSE_SLOP_PX = 4;
/** A browser that treats a touch as a scroll decides so before the finger has moved so far. */
const SCROLL_TAKEN_PX = 32;
interface DragHandlers {
  /** The hand holds the control: a mouse with its press; a finger once it drags, rests or has tapped. */
  onStart(drag: Drag): void;
  onMove(drag: Drag): void;
  /**
   * The hand lets go. With the kind `none` the control must return to its value before; with `cut-off` nothing more may be
   * sent, not even that value.
   */
  onEnd(drag: Drag): void;
}

type PointerHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;

interface DragOptions {
  /** The element that a finger may rest on to drag it. */
  readonly surface?: RefObject<HTMLElement | null>;
  /** Ignores presses, and cuts off one that is under way. */
  readonly disabled?: boolean;
}

interface Active {
  readonly pointerId: number;
  readonly finger: boolean;
  /** Where the hand came down. */
  readonly down: { readonly x: number; readonly y: number };
  /** `pressed`: a finger that may still scroll; `held`: the hand holds the control, and has not moved. */
  phase: 'pressed' | 'held' | 'dragging';
  readonly handle: string | undefined;
  last: Drag;
}

/**
 * Drags a control by mouse, pen or finger: `hand` has its pointer handlers. `along` is its direction, `both` for
 * two directions. `cutOff` ends the press that is under way: nothing more comes of it.
 *
 * A scroll is never a command: a finger holds the control only once it has moved, rested or been lifted.
 * A finger that moves sideways holds it, if the control runs that way. One that moves up or down holds it anywhere
 * on a page that does not scroll; else `byHandle` is true, and it holds it only by an element marked `data-handle`, or, on a
 * `surface`, once it has rested on that element. One that is lifted where it came down is a tap everywhere, but one that
 * comes down while the page still rolls only stops the page.
 *
 * What a handler changes is rendered before the next one runs: on a slow screen several movements, or one and the end of the
 * press, come before the page is drawn, and each handler begins with what was rendered last.
 */
export function useDrag(
  along: Orientation | 'both',
  handlers: DragHandlers,
  { surface, disabled = false }: DragOptions = {},
): { hand: PointerHandlers; byHandle: boolean; cutOff: () => void } {
  const time = useClock();
  const byHandle = useIsPageScrollable() && along !== 'horizontal';
  const active = useRef<Active>(undefined);
  const latest = useLatest(handlers);
  const stopRest = useRef<() => void>(undefined);
  const cutOff = useCallback(() => {
    const hand = active.current;
    stopRest.current?.();
    active.current = undefined;
    if (hand && hand.phase !== 'pressed') latest.current.onEnd({ ...hand.last, kind: 'cut-off' });
  }, [latest]);
  // Runs before the effects of the control's target are undone.
  useLayoutEffect(() => {
    if (disabled) cutOff();
    return cutOff;
  }, [disabled, cutOff]);
  const stopsScroll = useFingerStoppedScroll();
  usePreventScroll(surface, () => active.current !== undefined && active.current.phase !== 'pressed');

  function measure(event: PointerEvent<HTMLElement>, hand: Omit<Active, 'last'>, kind: Drag['kind']): Drag {
    const box = event.currentTarget.getBoundingClientRect();
    const vertical = along === 'vertical';
    const length = Math.max(1, vertical ? box.height : box.width);
    const percentAt = ({ x, y }: { x: number; y: number }) =>
      ((vertical ? box.bottom - y : x - box.left) / length) * 100;
    const now = { x: event.clientX, y: event.clientY };
    return {
      startPercent: percentAt(hand.down),
      percent: percentAt(now),
      movedPercent: percentAt(now) - percentAt(hand.down),
      point: { x: now.x - box.left, y: now.y - box.top },
      size: { width: box.width, height: box.height },
      handle: hand.handle,
      pointer: hand.finger ? 'finger' : 'mouse',
      kind,
    };
  }

  /** Whether a finger that has moved so far drags the control; else it scrolls the page. */
  function drags(hand: Active, movedX: number, movedY: number): boolean {
    if (hand.handle !== undefined) return true;
    const across = Math.abs(movedX) > Math.abs(movedY);
    if (along === 'vertical') return !byHandle && !across;
    return across || (along === 'both' && !byHandle);
  }

  function drop(): void {
    stopRest.current?.();
    active.current = undefined;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (disabled || event.button !== 0 || active.current !== undefined) return;
    const down = { x: event.clientX, y: event.clientY };
    const finger = isFinger(event);
    if (finger && stopsScroll(event)) return;
    const handle = finger ? handleOf(event.target) : undefined;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const hand = { pointerId: event.pointerId, finger, down, handle, phase: 'pressed' } as const;
    const last = measure(event, hand, 'tap');
    const begun: Active = { ...hand, last };
    active.current = begun;
    if (!finger || handle !== undefined) hold(begun);
    else if (surface) stopRest.current = time.after(FINGER_REST_MS, () => hold(begun));
  }

  function hold(hand: Active): void {
    if (active.current !== hand || hand.phase !== 'pressed') return;
    stopRest.current?.();
    hand.phase = 'held';
    flushSync(() => latest.current.onStart(hand.last));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const hand = active.current;
    if (hand?.pointerId !== event.pointerId) return;
    const movedX = event.clientX - hand.down.x;
    const movedY = event.clientY - hand.down.y;
    if (hand.phase === 'pressed') {
      if (Math.hypot(movedX, movedY) <= FINGER_SLOP_PX) return;
      if (!drags(hand, movedX, movedY)) return drop();
      hand.last = measure(event, hand, 'drag');
      hold(hand);
    }
    const far = along === 'both' ? Math.hypot(movedX, movedY) : Math.abs(along === 'vertical' ? movedY : movedX);
    if (hand.phase === 'held' && far > MOUSE_SLOP_PX) hand.phase = 'dragging';
    if (hand.phase !== 'dragging') return;
    hand.last = measure(event, hand, 'drag');
    flushSync(() => latest.current.onMove(hand.last));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const hand = active.current;
    if (hand?.pointerId !== event.pointerId) return;
    if (hand.phase === 'pressed') hold(hand);
    // A tap on the handle does not change the value.
    const kind = hand.phase === 'dragging' ? 'drag' : hand.handle !== undefined ? 'none' : 'tap';
    drop();
    latest.current.onEnd(measure(event, hand, kind));
  }

  /** The browser has cancelled the pointer, mostly because the page scrolls. */
  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    const hand = active.current;
    if (hand?.pointerId !== event.pointerId) return;
    drop();
    if (hand.phase === 'pressed') return;
    const { point } = hand.last;
    const box = event.currentTarget.getBoundingClientRect();
    const gone = Math.hypot(point.x + box.left - hand.down.x, point.y + box.top - hand.down.y);
    const isScroll = hand.phase === 'held' || (hand.finger && hand.handle === undefined && gone < SCROLL_TAKEN_PX);
    latest.current.onEnd({ ...hand.last, kind: isScroll ? 'none' : 'drag' });
  }

  return { hand: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }, byHandle, cutOff };
}

/** The name of the handle under a finger, which holds a control where its body scrolls the page. */
function handleOf(target: EventTarget): string | undefined {
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
  return handle?.dataset['handle'];
}
