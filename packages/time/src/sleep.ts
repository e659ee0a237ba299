import { startStopwatch } from './stopwatch.ts';
import type { Time, Undo } from './time.ts';

/** How often the clocks are compared. */
const BEAT_MS = 1_000;
/** A busy machine runs its timers late by less. */
const SLEEP_MS = 5_000;

/** A timer that counts the sleep of the machine, within which no other timer runs. */
export interface TimerWithSleep {
  /**
   * Runs `run` once `delayMs` have passed by a stopwatch, and passes for how long they were over when the machine woke, ms; 0 where
   * it did not sleep. Replaces what was set before. A wall clock that is set forward shortens the delay.
   */
  set(delayMs: number, run: (sleptOnMs: number) => void): void;
  clear(): void;
}

/** Creates a timer. `heartbeat` comes from where timers are not throttled, as from a worker of a hidden page. */
export function createTimerWithSleep(parts: {
  readonly time: Time;
  readonly heartbeat?: Time['every'] | undefined;
}): TimerWithSleep {
  const { time, heartbeat } = parts;
  let passedMs = startStopwatch(time);
  let waiting: { leftMs: number; readonly run: (sleptOnMs: number) => void } | undefined;
  let cancel: Undo = () => undefined;
  /** While it is set: a worker takes a moment to start. */
  let beats: readonly (Undo | undefined)[] = [];

  function check(): void {
    const gapMs = passedMs();
    passedMs = startStopwatch(time);
    if (!waiting) return;
    waiting.leftMs -= gapMs;
    const { leftMs, run } = waiting;
    if (leftMs > 0) return;
    waiting = undefined;
    run(gapMs > SLEEP_MS ? -leftMs : 0);
    if (!waiting) clear();
  }

  function clear(): void {
    waiting = undefined;
    cancel();
    for (const undo of beats) undo?.();
    beats = [];
  }

  return {
    set(delayMs, run) {
      passedMs = startStopwatch(time);
      waiting = { leftMs: delayMs, run };
      cancel();
      // Browsers run the timer of one long delay more punctually than the beats of a hidden page.
      cancel = time.after(delayMs, check);
      if (beats.length === 0) beats = [time.every(BEAT_MS, check), heartbeat?.(BEAT_MS, check)];
    },
    clear,
  };
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
