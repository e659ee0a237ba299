import { type PointerEvent, useRef } from 'react';

/** Which way a control runs; along it values grow to the right or upwards. */
export type Orientation = 'horizontal' | 'vertical';

/** A drag along a control, in per cent of its length. */
export interface Drag {
  /** Where it began, 0-100 from the low end. */
  readonly startPercent: number;
  /** How far the hand has come since, in per cent of the length. */
  readonly movedPercent: number;
  /** Whether the hand moved far enough to mean it: less is a tap. */
  readonly isDrag: boolean;
}

const TAP_SLOP_PX = 4;

interface DragHandlers {
  onStart(drag: Drag): void;
  onMove(drag: Drag): void;
  onEnd(drag: Drag): void;
}

/** Pointer handlers for a control that is dragged by its body, by mouse, pen or finger. */
export function useDrag(orientation: Orientation, handlers: DragHandlers) {
  const active = useRef<{ pointerId: number; x: number; y: number; far: boolean }>(undefined);

  function measure(event: PointerEvent<HTMLElement>): Drag | undefined {
    const start = active.current;
    if (start === undefined || start.pointerId !== event.pointerId) return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const vertical = orientation === 'vertical';
    const length = Math.max(1, vertical ? box.height : box.width);
    const moved = vertical ? start.y - event.clientY : event.clientX - start.x;
    start.far ||= Math.abs(moved) > TAP_SLOP_PX;
    return {
      startPercent: ((vertical ? box.bottom - start.y : start.x - box.left) / length) * 100,
      movedPercent: (moved / length) * 100,
      isDrag: start.far,
    };
  }

  function end(event: PointerEvent<HTMLElement>) {
    const drag = measure(event);
    if (drag === undefined) return;
    active.current = undefined;
    handlers.onEnd(drag);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || active.current !== undefined) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      active.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, far: false };
      const drag = measure(event);
      if (drag !== undefined) handlers.onStart(drag);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const drag = measure(event);
      if (drag?.isDrag) handlers.onMove(drag);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
