/** The deviation of reported from commanded positions, shares 0..1 of the travel. */
export interface PositionDeviation {
  readonly compared: number;
  readonly mean01: number;
  readonly most01: number;
}

/** Compares each reading with the position commanded at its moment. */
export interface PositionDeviationMeter {
  /** Adds the commanded position of a moment. Moments must not go back. */
  commanded(atMs: number, position01: number): void;
  /** Takes all readings; those compared before are skipped. */
  readings(all: readonly { readonly atMs: number; readonly position01: number }[]): void;
  /** The figures so far; undefined before the first comparison. */
  now(): PositionDeviation | undefined;
}

/** Older commanded positions are dropped. */
const REMEMBERED_MS = 4_000;
/** A reading is compared only with a command of about the same moment. */
const NEAR_MS = 250;

/** Creates a meter that has compared no position yet. */
export function createPositionDeviationMeter(): PositionDeviationMeter {
  let course: { readonly atMs: number; readonly position01: number }[] = [];
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let compared = 0;
  let sum = 0;
  let most = 0;
  return {
    commanded(atMs, position01) {
      course.push({ atMs, position01 });
      const [oldest] = course;
      if (oldest && oldest.atMs < atMs - 2 * REMEMBERED_MS)
        course = course.filter((at) => at.atMs >= atMs - REMEMBERED_MS);
    },
    readings(all) {
      for (const reading of all) {
        if (reading.atMs <= lastReadMs) continue;
        lastReadMs = reading.atMs;
        // The last command before that moment: a later one may already react to the reading.
        const target = course.findLast((at) => at.atMs <= reading.atMs);
        if (!target || reading.atMs - target.atMs > NEAR_MS) continue;
        const distance = Math.abs(target.position01 - reading.position01);
        compared += 1;
        sum += distance;
        most = Math.max(most, distance);
      }
    },
    now: () => (compared === 0 ? undefined : { compared, mean01: sum / compared, most01: most }),
  };
}
