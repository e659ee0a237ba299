import type { ScriptPoint } from '@tactus/sdk';

/** The length of one stroke of the clip, ms: down to the base and up again. */
export const CLIP_STROKE_MS = 1_000;
/** The length of the clip. Whole strokes, so that it repeats without a jump. */
export const CLIP_LENGTH_MS = 60_000;

const BASE_PERCENT = 10;
const TOP_PERCENT = 90;

/** The script of the clip: at the base on every whole second, with a click; at the top halfway between. */
export const CLIP_POINTS: readonly ScriptPoint[] = Array.from(
  { length: (2 * CLIP_LENGTH_MS) / CLIP_STROKE_MS + 1 },
  (_, half) => ({
    t: (half * CLIP_STROKE_MS) / 2,
    x: half % 2 === 0 ? BASE_PERCENT : TOP_PERCENT,
  }),
);

/** The bar's position at a time of the clip, 0..1 of the stroke; at the base before the clip and after it. */
export function clipPositionAt(clipMs: number): number {
  const within = Math.min(Math.max(0, clipMs), CLIP_LENGTH_MS) % CLIP_STROKE_MS;
  const up = 1 - Math.abs(within - CLIP_STROKE_MS / 2) / (CLIP_STROKE_MS / 2);
  return (BASE_PERCENT + (TOP_PERCENT - BASE_PERCENT) * up) / 100;
}

/** The times of the clicks between two times (the second excluded), of a clip without an end. */
export function clickTimesBetween(fromMs: number, toMs: number): readonly number[] {
  const clicks: number[] = [];
  for (let at = Math.max(0, Math.ceil(fromMs / CLIP_STROKE_MS)) * CLIP_STROKE_MS; at < toMs; at += CLIP_STROKE_MS)
    clicks.push(at);
  return clicks;
}
