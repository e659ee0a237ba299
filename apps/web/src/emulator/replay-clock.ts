import type { Time, Undo } from '@tactus/time';

/** A clock that runs through recorded time as fast as it can. */
export interface ReplayClock extends Time {
  /** Advances to a moment (ms since the epoch), running every timer due before it at its own moment. */
  runTo(atMs: number): Promise<void>;
}

interface Timer {
  readonly order: number;
  readonly run: () => void;
  readonly periodMs: number | undefined;
  atMs: number;
}

/** The turns of the event loop that an answer needs: a device answers within a few, and waits for timers alone. */
const TURNS = 24;

/** A clock that starts at `startMs`, ms since the epoch. */
export function createReplayClock(startMs: number): ReplayClock {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let order = 0;

  function add(delayMs: number, run: () => void, periodMs?: number): Undo {
    const timer: Timer = { atMs: nowMs + Math.max(0, delayMs), order: order++, run, periodMs };
    timers.add(timer);
    return () => timers.delete(timer);
  }

  function nextUntil(endMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.atMs > endMs) continue;
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) next = timer;
    }
    return next;
  }

  return {
    now: () => nowMs,
    monotonic: () => nowMs - startMs,
    after: (delayMs, run) => add(delayMs, run),
    every: (periodMs, run) => add(periodMs, run, Math.max(1, periodMs)),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const undo = add(delayMs, resolve);
        signal?.addEventListener('abort', () => {
          undo();
          reject(signal.reason);
        });
      }),
    async runTo(endMs) {
      await settle();
      for (let timer = nextUntil(endMs); timer; timer = nextUntil(endMs)) {
        nowMs = Math.max(nowMs, timer.atMs);
        if (timer.periodMs === undefined) timers.delete(timer);
        else timer.atMs += timer.periodMs;
        timer.run();
        await settle();
      }
      nowMs = Math.max(nowMs, endMs);
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
}
