/** A machine that can sleep, while the time of cloud and device goes on. */
import type { Time, Undo } from '@tactus/time';
import type { FakeTime } from '@tactus/time/testing';

/** How a machine's monotonic clock treats sleep: it counts it, as on Windows, or stands, as on Linux and macOS. */
export type SleepClock = 'counts' | 'stands';

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
  undo: Undo;
}

/** The time of a machine in a world, and its sleep: timers run only while it is awake. */
export function sleepingMachine(world: FakeTime, clock: SleepClock) {
  const timers = new Set<Timer>();
  let sleptMs = 0;
  let isAsleep = false;
  const monotonic = () => world.monotonic() - sleptMs;

  function arm(timer: Timer): void {
    timer.undo = world.after(Math.max(0, timer.dueMs - monotonic()), () => {
      timers.delete(timer);
      timer.run();
    });
  }

  const after: Time['after'] = (delayMs, run) => {
    const timer: Timer = { dueMs: monotonic() + Math.max(0, delayMs), run, undo: () => undefined };
    timers.add(timer);
    if (!isAsleep) arm(timer);
    return () => {
      timers.delete(timer);
      timer.undo();
    };
  };

  const time: Time = {
    ...{ now: world.now, monotonic, after },
    every(periodMs, run) {
      let undo: Undo = () => undefined;
      const next = () => {
        undo = after(periodMs, () => {
          next();
          run();
        });
      };
      next();
      return () => undo();
    },
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const undo = after(delayMs, resolve);
        signal?.addEventListener('abort', () => {
          undo();
          reject(signal.reason);
        });
      }),
  };

  return {
    time,
    /** Lets it sleep for so long; on waking what is due by its clock runs. */
    async sleep(ms: number): Promise<void> {
      isAsleep = true;
      for (const timer of timers) timer.undo();
      await world.run(ms);
      if (clock === 'stands') sleptMs += ms;
      isAsleep = false;
      for (const timer of [...timers]) arm(timer);
    },
  };
}
