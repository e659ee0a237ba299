/** Farther than this an offset is not of use, ms. */
export const OFFSET_MOST_MS = 5_000;

/** By how much one nudges, ms, from far to near. */
export const OFFSET_STEPS_MS = [100, 50, 10, 1] as const;

/** An offset that was nudged, within what is allowed. */
export const nudged = (offsetMs: number, byMs: number): number =>
  Math.min(OFFSET_MOST_MS, Math.max(-OFFSET_MOST_MS, offsetMs + byMs));

/** Reads a typed offset: whole ms within what is allowed; `undefined` for anything else. Takes any minus sign. */
export function readOffset(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-');
  if (!/^[+-]?\d{1,4}$/.test(plain)) return undefined;
  const offsetMs = Number(plain);
  return Math.abs(offsetMs) <= OFFSET_MOST_MS ? offsetMs + 0 : undefined;
}
