/** This many starvations in this time are too many for one plan: the stream steps down. */
const TOO_MANY = 3;
const WITHIN_MS = 120_000;
/** The gaps of the steps. No slider follows a movement that turns faster than the last one. */
const MIN_GAPS_MS = [0, 100, 200, 400] as const;
/** With each step a live stream multiplies its lead by this. */
const LEAD_FACTOR = 1.5;

/** How much a stream is reduced after starvations: fewer points, a longer lead. */
export interface StreamReduction {
  readonly steps: number;
  readonly minGapMs: number;
  readonly leadFactor: number;
}

/** No reductions. */
const FULL: StreamReduction = { steps: 0, minGapMs: 0, leadFactor: 1 };

/** Counts starvations, and decides when and how far to step down. */
export interface StarvationLog {
  /** The device ran out of points at an instant (ms of any clock); returns the reductions from now on. */
  starved(atMs: number): StreamReduction;
  current(): StreamReduction;
  /** A new start without reductions. */
  reset(): void;
}

/** Returns a log that has counted no starvation. */
export function createStarvationLog(): StarvationLog {
  let atMs: number[] = [];
  let down = FULL;
  return {
    starved(nowMs) {
      atMs = [...atMs.filter((one) => one > nowMs - WITHIN_MS), nowMs];
      if (atMs.length < TOO_MANY || down.steps === MIN_GAPS_MS.length - 1) return down;
      atMs = [];
      const steps = down.steps + 1;
      down = { steps, minGapMs: MIN_GAPS_MS[steps] ?? 0, leadFactor: LEAD_FACTOR ** steps };
      return down;
    },
    current: () => down,
    reset() {
      atMs = [];
      down = FULL;
    },
  };
}
