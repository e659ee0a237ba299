import { describe, expect, test } from 'vitest';
import { createFakeTime } from './fake-time.ts';
import { createTimerWithSleep, watchSleep } from './sleep.ts';
import { startStopwatch } from './stopwatch.ts';
import type { Time, Undo } from './time.ts';

const HOUR_MS = 3_600_000;
/** What the monotonic clock of a machine does while it sleeps. */
const KINDS = ['counts', 'stands'] as const;

describe('a stopwatch', () => {
  test.each(KINDS)('counts a sleep (the monotonic clock %s)', (monotonic) => {
    const time = createFakeTime();
    const passedMs = startStopwatch(time);
    time.advance(500);
    time.suspend(HOUR_MS, monotonic);
    expect(passedMs()).toBe(HOUR_MS + 500);
  });

  test('is not slowed by a wall clock that is set back', () => {
    const time = createFakeTime();
    const passedMs = startStopwatch(time);
    time.setWallClock(time.now() - HOUR_MS);
    time.advance(2_000);
    expect(passedMs()).toBe(2_000);
  });
});

describe('a timer that counts sleep', () => {
  function setUp(heartbeat?: Time['every']) {
    const time = createFakeTime();
    const late: number[] = [];
    const timer = createTimerWithSleep({ time, heartbeat });
    return { time, late, timer, set: (delayMs: number) => timer.set(delayMs, (lateMs) => late.push(lateMs)) };
  }

  test.each(KINDS)('ends on time, or with the wake, and names how late that is (%s)', (monotonic) => {
    const { time, late, set } = setUp();
    set(60_000);
    time.advance(59_999);
    expect(late).toEqual([]);
    time.advance(1);
    expect(late).toEqual([0]);
    set(HOUR_MS);
    time.suspend(2 * HOUR_MS, monotonic);
    time.advance(1_000);
    expect(late[1]).toBeGreaterThanOrEqual(HOUR_MS);
    expect(time.pending()).toBe(0);
  });

  test('is not late where a busy machine runs its timers late', () => {
    const { time, late, set } = setUp();
    set(2_000);
    time.suspend(4_000, 'counts');
    time.advance(0);
    expect(late).toEqual([0]);
  });

  test('ends on time by the beats of a worker, while the timers of the page are throttled', () => {
    let beat = (): void => undefined;
    const { time, late, set } = setUp((_, run) => {
      beat = run;
      return () => undefined;
    });
    set(60_000);
    for (let second = 0; second < 60; second += 1) {
      expect(late).toEqual([]);
      time.suspend(1_000, 'counts');
      beat();
    }
    expect(late).toEqual([0]);
  });

  test('is not made longer by a wall clock that is set back, several times', () => {
    const { time, late, set } = setUp();
    set(60_000);
    for (let minute = 0; minute < 3; minute += 1) {
      time.advance(19_000);
      time.setWallClock(time.now() - HOUR_MS);
    }
    time.advance(3_000);
    expect(late).toEqual([0]);
  });

  test('can be set anew, also as it ends, and be undone', () => {
    const { time, late, timer } = setUp();
    timer.set(60_000, () => expect.unreachable());
    time.advance(30_000);
    timer.set(1_000, () => timer.set(1_000, (lateMs) => late.push(lateMs)));
    time.advance(2_000);
    expect(late).toEqual([0]);
    timer.set(60_000, () => expect.unreachable());
    time.advance(30_000);
    timer.clear();
    time.advance(60_000);
    expect(time.pending()).toBe(0);
  });
});

describe('a watch on sleep', () => {
  function setUp(heartbeat?: Time['every']) {
    const time = createFakeTime();
    const events: string[] = [];
    let undo: Undo = () => undefined;
    const watch = watchSleep({
      ...{ time, heartbeat },
      onSleep() {
        events.push('slept');
        undo();
      },
    });
    undo = watch.after(10_000, () => events.push('undone'));
    watch.after(10_000, () => events.push('ran'));
    return { time, watch, events };
  }

  test.each(KINDS)('reports a sleep before any timer runs, which may be undone then (%s)', (monotonic) => {
    const { time, events, watch } = setUp();
    time.advance(4_000);
    expect(events).toEqual([]);
    time.suspend(HOUR_MS, monotonic);
    time.advance(10_000);
    expect(events).toEqual(['slept', 'ran']);
    watch.close();
    expect(time.pending()).toBe(0);
  });

  test.each(KINDS)('takes no busy machine and no clock that is set back for a sleep (%s)', (monotonic) => {
    const { time, events } = setUp();
    time.suspend(3_000, monotonic);
    time.advance(1_000);
    time.setWallClock(time.now() - HOUR_MS);
    time.advance(20_000);
    expect(events).toEqual(['undone', 'ran']);
  });

  test('takes no throttled page for a sleep, as long as a worker beats', () => {
    let beat = (): void => undefined;
    const { time, events } = setUp((_, run) => {
      beat = run;
      return () => undefined;
    });
    for (let second = 0; second < 60; second += 1) {
      time.suspend(1_000, 'counts');
      beat();
    }
    time.advance(0);
    expect(events).toEqual(['undone', 'ran']);
  });

  test.each(KINDS)('has ended with its timers once it is closed (%s)', (monotonic) => {
    const { time, watch, events } = setUp();
    watch.every(1_000, () => events.push('beat'));
    watch.close();
    time.suspend(HOUR_MS, monotonic);
    watch.check();
    time.advance(20_000);
    expect(events).toEqual([]);
    expect(time.pending()).toBe(0);
  });

  test.each(KINDS)('reports a sleep at once to what asks before a timer runs (%s)', (monotonic) => {
    const { time, watch, events } = setUp();
    time.suspend(HOUR_MS, monotonic);
    watch.check();
    expect(events).toEqual(['slept']);
    time.advance(10_000);
    expect(events).toEqual(['slept', 'ran']);
  });

  test('takes a wall clock that is set forward for a sleep', () => {
    const { time, events } = setUp();
    time.setWallClock(time.now() + HOUR_MS);
    time.advance(1_000);
    expect(events).toEqual(['slept']);
  });
});
