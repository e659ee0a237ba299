import type { Time, Undo } from './time.ts';

/** How often the clocks are compared. */
const BEAT_MS = 1_000;
/** A busy machine runs its timers late by less. */
const SLEEP_MS = 5_000;

/**
 * Starts a stopwatch: returns the milliseconds since then by the clock that went further. So a sleep of the machine counts, which
 * the monotonic clock of some systems leaves out, and a wall clock that is set back hides no time.
 */
export function startStopwatch({ now, monotonic }: Pick<Time, 'now' | 'monotonic'>): () => number {
  const [nowMs, monotonicMs] = [now(), monotonic()];
  return () => Math.max(now() - nowMs, monotonic() - monotonicMs);
}

/**
 * Runs `run` once `delayMs` have passed by a stopwatch, and passes how late that is, ms: much after a sleep, within which no timer
 * runs, and little else. A wall clock that is set forward shortens the delay.
 */
export function afterWithSleep(time: Time, delayMs: number, run: (lateMs: number) => void): Undo {
  let cancel: Undo = () => undefined;
  function wait(leftMs: number): void {
    const passedMs = startStopwatch(time);
    cancel = time.after(Math.min(leftMs, BEAT_MS), () => {
      const lateMs = passedMs() - leftMs;
      if (lateMs < 0) wait(-lateMs);
      else run(lateMs);
    });
  }
  wait(delayMs);
  return () => cancel();
}

/** A watch on the sleep of the machine, until it is closed. */
export interface SleepWatch {
  /** As those of `Time`; after a sleep `onSleep` is called first, and `run` only where that has not undone it. */
  after: Time['after'];
  every: Time['every'];
  /** Calls `onSleep` if the machine has slept since the last timer, as an answer that comes after a sleep may. */
  check(): void;
  /** Undoes its timers, and reports no sleep any more. */
  close(): void;
}

/**
 * Calls `onSleep` when the machine, or this page, has slept: when nothing ran for five seconds. `heartbeat` comes from where timers
 * are not throttled, as from a worker of a hidden page; without it such a page counts as asleep. So does one whose wall clock is
 * set forward by more.
 */
export function watchSleep(parts: {
  readonly time: Time;
  readonly heartbeat?: Time['every'] | undefined;
  readonly onSleep: () => void;
}): SleepWatch {
  const { time, heartbeat, onSleep } = parts;
  let passedMs = startStopwatch(time);
  let isOpen = true;
  const timers = new Set<Undo>();

  function check(): void {
    const gapMs = passedMs();
    passedMs = startStopwatch(time);
    if (gapMs > SLEEP_MS && isOpen) onSleep();
  }

  // The page's own beats come sooner than a worker starts.
  const beats = [time.every(BEAT_MS, check), heartbeat?.(BEAT_MS, check)];
  const checked =
    (set: Time['after'], isOnce: boolean): Time['after'] =>
    (ms, run) => {
      const cancel = set(ms, () => {
        check();
        if (!timers.has(undo)) return;
        if (isOnce) timers.delete(undo);
        run();
      });
      const undo = () => {
        timers.delete(undo);
        cancel();
      };
      timers.add(undo);
      return undo;
    };

  return {
    after: checked(time.after, true),
    every: checked(time.every, false),
    check,
    close() {
      isOpen = false;
      for (const undo of [...timers, ...beats]) undo?.();
    },
  };
}
