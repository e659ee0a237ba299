/** How often is checked whether a probe of the cloud's clock is due, or this machine's clock has leapt. */
export const CLOCK_CHECK_MS = 5_000;

/** Probes that count in a batch; one more goes before them, which sets the connection up and counts for nothing. */
export const CLOCK_BATCH = 5;

/** At first more often: how fast this machine's crystal runs is not known yet. */
const FIRST_MS = 120_000;
const FIRST_EVERY_MS = 5_000;
const BUSY_EVERY_MS = 20_000;
/** Six requests a minute: a clock that is tracked stays good for long. */
const IDLE_EVERY_MS = 60_000;

/** How a clock is tracked at present. */
export interface ClockUse {
  /** Since the first batch, ms. */
  readonly trackedForMs: number;
  /** Something plays, or the clock has a viewer. */
  readonly isBusy: boolean;
}

/** How long after the last batch of probes the next is due, ms. */
export function batchEveryMs({ trackedForMs, isBusy }: ClockUse): number {
  if (trackedForMs < FIRST_MS) return FIRST_EVERY_MS;
  return isBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS;
}

/** How long the clock is not probed after the cloud refused for the number of requests. */
export const CLOCK_QUIET_MS = IDLE_EVERY_MS;
