import type { Time, Undo } from '@tactus/time';

/**
 * Runs actions at times of the wall clock. Timers count by a clock that stands still while a computer sleeps, and ignore
 * changes of the wall clock: so this checks that clock every second, and at the next alarm itself.
 */
export interface WallClockTimers<K> {
  /** Runs an action for `of` at a time, ms since the epoch, instead of the earlier one of the same key. */
  set(of: K, atMs: number, run: () => void): void;
  /** Cancels all alarms. */
  close(): void;
}

const CHECK_EVERY_MS = 1_000;

/** Returns timers without actions; each action runs at an instant of the wall clock, ms since the epoch. */
export function createWallClockTimers<K>(time: Time): WallClockTimers<K> {
  const alarms = new Map<K, { readonly atMs: number; readonly run: () => void }>();
  let cancelTimer: Undo | undefined;
  /** The time at which the timer runs, by the monotonic clock. */
  let wakesAtMs = Number.POSITIVE_INFINITY;

  function wakeWithin(waitMs: number): void {
    const atMs = time.monotonic() + Math.max(0, waitMs);
    if (cancelTimer && atMs >= wakesAtMs) return;
    cancelTimer?.();
    wakesAtMs = atMs;
    cancelTimer = time.after(Math.max(0, waitMs), runDue);
  }

  function runDue(): void {
    cancelTimer = undefined;
    const nowMs = time.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [of, alarm] of [...alarms]) {
      if (alarm.atMs > nowMs) nextMs = Math.min(nextMs, alarm.atMs);
      else if (alarms.get(of) === alarm) {
        alarms.delete(of);
        alarm.run();
      }
    }
    if (alarms.size > 0) wakeWithin(Math.min(nextMs - nowMs, CHECK_EVERY_MS));
  }

  return {
    set(of, atMs, run) {
      alarms.set(of, { atMs, run });
      wakeWithin(Math.min(atMs - time.now(), CHECK_EVERY_MS));
    },
    close() {
      cancelTimer?.();
      cancelTimer = undefined;
      alarms.clear();
    },
  };
}
