/** How often to check whether a probe of the cloud's clock is due, or this machine's clock has leapt. */
export const CLOCK_CHECK_INTERVAL_MS = 5_000;

/** Probes that count in a batch; one more goes before them, which opens the connection and is dropped. */
export const PROBES_PER_CLOCK_BATCH = 5;

/** More often at first, while the speed of this machine's crystal is unknown. */
const FIRST_MS = 120_000;
const FIRST_EVERY_MS = 5_000;
const BUSY_EVERY_MS = 20_000;
/** Six requests a minute: a tracked clock stays accurate for long. */
const IDLE_EVERY_MS = 60_000;

/** The current use of a tracked clock. */
export interface TrackedClockUse {
  /** Since the first batch, ms. */
  readonly trackedForMs: number;
  /** The device plays, or the clock has a viewer. */
  readonly isBusy: boolean;
}

/** The time from one batch of probes to the next, ms. */
export function clockBatchIntervalMs({ trackedForMs, isBusy }: TrackedClockUse): number {
  if (trackedForMs < FIRST_MS) return FIRST_EVERY_MS;
  return isBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS;
}

/** How long the clock is not probed after the cloud refused for the number of requests. */
export const CLOCK_PAUSE_AFTER_REFUSAL_MS = IDLE_EVERY_MS;
