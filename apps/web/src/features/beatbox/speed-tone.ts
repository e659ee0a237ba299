import type { BeatLeg } from '@tactus/motion';
import type { PlayableBeat } from './beat-editor.ts';

/** How a jump compares with what the device can do. */
export type SpeedTone = 'ok' | 'near' | 'too-fast';

/** From this share of the greatest speed on it is near it. */
const NEAR_SHARE = 0.8;

/** How fast a way is against what the device can do. Where nobody knows the device, nothing is too fast. */
export function toneOf({ speed }: Pick<BeatLeg, 'speed'>, maxSpeed: number | undefined): SpeedTone {
  if (maxSpeed === undefined || speed < maxSpeed * NEAR_SHARE) return 'ok';
  return speed > maxSpeed ? 'too-fast' : 'near';
}

/** The tone of the way that arrives at each column; the first one's goes over the seam. */
export function toneOfColumns(
  legs: readonly BeatLeg[],
  { levels, cellMs }: Pick<PlayableBeat, 'levels' | 'cellMs'>,
  maxSpeed: number | undefined,
): SpeedTone[] {
  return levels.map((_, column) => {
    const atMs = Math.round(column * cellMs);
    const lapMs = Math.round(levels.length * cellMs);
    const leg = legs.find(({ toMs }) => toMs === atMs || (column === 0 && toMs === lapMs) || toMs === atMs + lapMs);
    return leg ? toneOf(leg, maxSpeed) : 'ok';
  });
}
