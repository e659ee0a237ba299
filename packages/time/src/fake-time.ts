import { createSleep, type Time, type Undo } from './time.ts';

/** A clock that moves only when a test moves it; timers run in order of their due times, then of their creation. */
export interface FakeTime extends Time {
  /** Moves the clock on by `ms`, running every due timer at its own time. Does not wait for promises. */
  advance(ms: number): void;
  /** As `advance`, but lets promises settle before, between and after timers. Use it where code under test awaits. */
  run(ms: number): Promise<void>;
  /** Lets promises settle without moving the clock; resolves with whether it waited for work outside this process. */
  settle(): Promise<boolean>;
  /** Has `run` and `settle` wait for work outside this process, such as a query of a database, which takes no time of this clock. */
  during(work: Promise<unknown>): void;
  /** Moves the wall clock alone, as a person or a time server setting it would; monotonic time is not touched. */
  setWallClock(nowMs: number): void;
  /**
   * The machine sleeps for `ms`: no timer runs before the next `advance` or `run`, which run the late ones first. Its monotonic
   * clock counts the sleep, or stands still, as on some systems.
   */
  suspend(ms: number, monotonic: 'counts' | 'stands'): void;
  /** How many timers are waiting. */
  pending(): number;
  /** Milliseconds until the next timer is due, 0 for one that is due now; infinite without timers. */
  untilNext(): number;
}

interface Timer {
  at: number;
  order: number;
  run: () => void;
  periodMs?: number;
}

/** A fake clock that starts at `startMs` milliseconds since the epoch (default 2023-11-14T22:13:20Z). */
export function createFakeTime(startMs = 1_700_000_000_000): FakeTime {
  const timers = new Set<Timer>();
  const outside = new Set<Promise<unknown>>();
  let elapsed = 0;
  let wallStart = startMs;
  let order = 0;

  function add(delayMs: number, run: () => void, periodMs?: number): Undo {
    const timer: Timer = { at: elapsed + Math.max(0, delayMs), order: order++, run };
    if (periodMs !== undefined) timer.periodMs = periodMs;
    timers.add(timer);
    return () => timers.delete(timer);
  }

  function nextBefore(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > end) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }

  function fire(timer: Timer): void {
    elapsed = Math.max(elapsed, timer.at);
    if (timer.periodMs === undefined) timers.delete(timer);
    else {
      // The periods of a sleep are left out.
      timer.at = Math.max(timer.at + Math.max(timer.periodMs, 0.001), elapsed);
      timer.order = order++;
    }
    timer.run();
  }

  async function settle(): Promise<boolean> {
    let hasWaited = false;
    await settlePromises();
    while (outside.size > 0) {
      hasWaited = true;
      await Promise.all(outside);
      await settlePromises();
    }
    return hasWaited;
  }

  const after: Time['after'] = (delayMs, run) => add(delayMs, run);

  return {
    now: () => wallStart + elapsed,
    monotonic: () => elapsed,
    after,
    every: (periodMs, run) => add(periodMs, run, periodMs),
    sleep: createSleep(after),
    pending: () => timers.size,
    untilNext: () => Math.max(0, Math.min(...Array.from(timers, ({ at }) => at)) - elapsed),
    settle,
    during(work) {
      const over: Promise<unknown> = work.then(ignore, ignore).then(() => outside.delete(over));
      outside.add(over);
    },
    setWallClock: (nowMs) => {
      wallStart = nowMs - elapsed;
    },
    suspend(ms, monotonic) {
      if (monotonic === 'counts') elapsed += ms;
      else wallStart += ms;
    },
    advance(ms) {
      const end = elapsed + ms;
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) fire(timer);
      elapsed = end;
    },
    async run(ms) {
      const end = elapsed + ms;
      await settle();
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        fire(timer);
        await settle();
      }
      elapsed = end;
    },
  };
}

const ignore = (): void => undefined;

/** A turn of the real event loop lets every promise that can settle without a timer do so. */
async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
