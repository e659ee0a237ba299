import type { BeatLeg } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';

/** How the speed of a jump compares with the device's top speed. */
export type SpeedRating = 'ok' | 'near' | 'too-fast';

/** From this share of the top speed on, a jump counts as near the limit. */
const NEAR_SHARE = 0.8;

/** Rates the speed of a jump against the device's top speed. For an unknown device no jump is too fast. */
export function rateJumpSpeed({ speed }: Pick<BeatLeg, 'speed'>, maxSpeed: number | undefined): SpeedRating {
  if (maxSpeed === undefined || speed < maxSpeed * NEAR_SHARE) return 'ok';
  return speed > maxSpeed ? 'too-fast' : 'near';
}

/** The rating of the jump that arrives at each column; that of the first column joins two laps. */
export function rateJumpsToColumns(
  legs: readonly BeatLeg[],
  { levels, cellMs }: Pick<PlayableBeat, 'levels' | 'cellMs'>,
  maxSpeed: number | undefined,
): SpeedRating[] {
  return levels.map((_, column) => {
    const atMs = Math.round(column * cellMs);
    const lapMs = Math.round(levels.length * cellMs);
    const leg = legs.find(({ toMs }) => toMs === atMs || (column === 0 && toMs === lapMs) || toMs === atMs + lapMs);
    return leg ? rateJumpSpeed(leg, maxSpeed) : 'ok';
  });
}
