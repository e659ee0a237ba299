/** Undoes what returned it: cancels a timer, removes a listener. Calling it twice is harmless. */
export type Undo = () => void;

/**
 * The one clock and the one source of timers. Everything that waits or reads a clock takes a `Time` as a parameter,
 * so that tests can pass a fake one.
 */
export interface Time {
  /** Milliseconds since the Unix epoch by the machine's clock; it may jump when that clock is set. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. For measuring durations. */
  monotonic(): number;
  /** Runs `run` once after `delayMs` milliseconds, unless undone before. */
  after(delayMs: number, run: () => void): Undo;
  /** Runs `run` every `periodMs` milliseconds until undone. */
  every(periodMs: number, run: () => void): Undo;
  /** Resolves after `delayMs` milliseconds; rejects with the signal's reason when `signal` aborts first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Builds `sleep` out of `after`; shared by every kind of time. */
export function createSleep(after: Time['after']): Time['sleep'] {
  return (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const cancelTimer = after(delayMs, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      function onAbort() {
        cancelTimer();
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', onAbort, { once: true });
    });
}
