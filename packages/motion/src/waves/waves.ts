import { seededFraction } from '../random-stroker/seeded-fraction.ts';

/** The shapes that a vibration can have. */
export const WAVE_KINDS = ['constant', 'pulse', 'ramp', 'heartbeat', 'random-walk'] as const;
/** One of these shapes. */
export type WaveKind = (typeof WAVE_KINDS)[number];

/** A wave has a level for each of these steps, ms: the request budget allows two commands a second for a long time. */
export const WAVE_STEP_MS = 500;

/** The repeating shapes, a level a step: on and off; up over 4 s; two beats and a rest. */
const CYCLES: Readonly<Record<Exclude<WaveKind, 'random-walk'>, readonly number[]>> = {
  constant: [1],
  pulse: [1, 1, 0, 0],
  ramp: [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1],
  heartbeat: [0.65, 1, 0.1],
};

const WALK_START = 0.6;
const WALK_STRIDE = 0.3;
const WALK_LEAST = 0.1;

/**
 * The levels of a wave without end, a share 0..1 of the amplitude for every `WAVE_STEP_MS`. The walk goes at most 0.3
 * up or down a step and turns back at 0.1 and 1; the same seed walks the same way.
 */
export function* waveLevels(kind: WaveKind, seed: number): Generator<number, never> {
  if (kind === 'random-walk') {
    let level = WALK_START;
    for (let step = 0; ; step += 1) {
      yield level;
      level = turnedBack(level + (seededFraction(seed, step) * 2 - 1) * WALK_STRIDE);
    }
  }
  for (;;) yield* CYCLES[kind];
}

/** Reflects a level that passed its bounds by less than their distance. */
function turnedBack(level: number): number {
  if (level < WALK_LEAST) return 2 * WALK_LEAST - level;
  return level > 1 ? 2 - level : level;
}
