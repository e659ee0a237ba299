/** Arrow keys move by this, in per cent of the range. */
const ARROW_STEP = 1;
/** Arrow keys with shift, and the page keys, move by this. */
const PAGE_STEP = 10;

/** The value (0-100) to which a key moves a fader: arrows 1, with shift and page keys 10, Home and End to the ends. */
export function faderValueAfterKey(value: number, event: { key: string; shiftKey: boolean }): number | undefined {
  const step = event.shiftKey ? PAGE_STEP : ARROW_STEP;
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return value + step;
    case 'ArrowDown':
    case 'ArrowLeft':
      return value - step;
    case 'PageUp':
      return value + PAGE_STEP;
    case 'PageDown':
      return value - PAGE_STEP;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
}

/** The whole number nearest to a value that lies inside the bounds. */
export function clampRounded(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
