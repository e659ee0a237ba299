import type { Time, Undo } from '@tactus/time';

/** How often the cloud's clock is measured again. */
export const CLOCK_RESYNC_INTERVAL_MS = 600_000;

/** Reports when the page becomes visible again. A program without a page has none. */
export interface PageVisibilityPort {
  /** Runs `run` every time the page becomes visible; returns its undo. */
  onVisible(run: () => void): Undo;
}

/**
 * Measures the cloud's clock again: runs `resync` every ten minutes, except while paused, and whenever the page becomes
 * visible again, until undone.
 */
export function scheduleClockResync(options: {
  readonly time: Time;
  readonly visibility: PageVisibilityPort | undefined;
  readonly isPaused: () => boolean;
  readonly resync: () => void;
}): Undo {
  const cancelTimer = options.time.every(CLOCK_RESYNC_INTERVAL_MS, () => options.isPaused() || options.resync());
  const unwatch = options.visibility?.onVisible(options.resync);
  return () => {
    cancelTimer();
    unwatch?.();
  };
}
