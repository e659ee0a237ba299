/** The largest offset that can be set, ms. */
export const MAX_OFFSET_MS = 5_000;

/** The sizes of a nudge, ms, from large to small. */
export const OFFSET_STEPS_MS = [100, 50, 10, 1] as const;

/** The offset after a nudge, within the allowed range. */
export const nudgedOffset = (offsetMs: number, byMs: number): number =>
  Math.min(MAX_OFFSET_MS, Math.max(-MAX_OFFSET_MS, offsetMs + byMs));

/** Reads a typed offset: whole ms within the allowed range; `undefined` for anything else. Accepts any minus sign. */
export function parseOffset(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/, '-');
  if (!/^[+-]?\d{1,4}$/.test(plain)) return undefined;
  const offsetMs = Number(plain);
  return Math.abs(offsetMs) <= MAX_OFFSET_MS ? offsetMs + 0 : undefined;
}
