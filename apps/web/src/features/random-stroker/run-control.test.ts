import { randomStroke, seedOfText } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../settings/schema.ts';
import { type RandomSettings, toRunRules } from './rules.ts';
import { createRunControl, PICK_HISTORY_LENGTH } from './run-control.ts';

const MINUTE_MS = 60_000;

type SentCommand =
  | { readonly what: 'start' | 'pause' | 'stop'; readonly atMs: number }
  | { readonly what: 'velocity'; readonly value: number; readonly atMs: number }
  | { readonly what: 'window'; readonly min: number; readonly max: number; readonly atMs: number };

/** A run against a device that executes each command at once, or refuses a call by its name. */
function setUp(changes: Partial<RandomSettings> = {}) {
  const time = createFakeTime();
  let settings: RandomSettings = { ...defaultSettings().randomClassic, ...changes };
  const commands: SentCommand[] = [];
  const errors: unknown[] = [];
  const sleeps: number[] = [];
  const refused = new Set<string>();
  let playing = false;
  let cutOff = false;
  /** Whether the report of a start comes later than its answer. */
  let isReportLate = false;
  /** The velocity that reached the device. */
  let velocityNow = 0;
  const send = async (what: 'start' | 'pause') => {
    if (refused.has(what)) throw new Error(what);
    commands.push({ what, atMs: time.monotonic() });
    if (what === 'start' && isReportLate) return;
    playing = what === 'start';
    control.reported();
  };
  const recordWindow = ({ min, max }: { min: number; max: number }) =>
    commands.push({ what: 'window', min, max, atMs: time.monotonic() });
  let beat = (): void => undefined;
  let windowTakesMs = 0;
  const control = createRunControl({
    time,
    heartbeat(_, run) {
      beat = run;
      return () => undefined;
    },
    rules: () => toRunRules(settings),
    seedOf: seedOfText,
    start: () => send('start'),
    pause: () => send('pause'),
    stop() {
      commands.push({ what: 'stop', atMs: time.monotonic() });
      playing = false;
      control.stopped();
    },
    async setWindow(window) {
      recordWindow(window);
      if (windowTakesMs > 0) await time.sleep(windowTakesMs);
    },
    sendWindow: recordWindow,
    sendVelocity(value) {
      if (!cutOff) velocityNow = value;
      commands.push({ what: 'velocity', value, atMs: time.monotonic() });
    },
    cancelSend: () => undefined,
    onSlept: () => void sleeps.push(time.monotonic()),
    isPlaying: () => playing,
    velocity: () => velocityNow,
    isCutOff: () => cutOff,
    onError: (error) => errors.push(error),
  });
  return {
    time,
    commands,
    errors,
    sleeps,
    control,
    state: () => control.state.getState(),
    velocities: () => commands.flatMap((one) => (one.what === 'velocity' ? [one.value] : [])),
    names: () => commands.map(({ what }) => what),
    change: (part: Partial<RandomSettings>) => {
      settings = { ...settings, ...part };
    },
    refuse: (what: string) => refused.add(what),
    cutOff: (next: boolean) => {
      cutOff = next;
    },
    beat: () => beat(),
    delayWindow: (ms: number) => {
      windowTakesMs = ms;
    },
    delayReport: () => {
      isReportLate = true;
    },
    report(isPlaying: boolean) {
      playing = isPlaying;
      control.reported();
    },
    /** The device stops by itself, as at its power button. */
    stopsByItself() {
      playing = false;
      control.reported();
    },
  };
}

describe('an hour of random strokes', () => {
  test('stays inside the ranges of the settings, and inside the budget of requests in every minute', async () => {
    const run = setUp({ timeBetween: 1, currentPause: 0, ramp: 5 });
    run.control.start('hour');
    await run.time.run(60 * MINUTE_MS);
    expect(run.velocities().every((value) => value >= 0 && value <= 0.9)).toBe(true);
    for (const one of run.commands) {
      if (one.what !== 'window') continue;
      expect(one.min).toBeGreaterThanOrEqual(0.2);
      expect(one.max).toBeLessThanOrEqual(0.8);
      expect(one.max - one.min).toBeGreaterThanOrEqual(0.25 - 1e-9);
    }
    for (let from = 0; from < 60 * MINUTE_MS; from += MINUTE_MS) {
      const inMinute = run.commands.filter(({ atMs }) => atMs >= from && atMs < from + MINUTE_MS);
      expect(inMinute.length).toBeLessThanOrEqual(200);
    }
    expect(run.errors).toEqual([]);
  });

  test('moves for the time between picks and rests for the pause, every time', async () => {
    const run = setUp({ timeBetween: 7, currentPause: 3 });
    run.control.start('rests');
    await run.time.run(60 * MINUTE_MS - 1);
    const starts = run.commands.flatMap(({ what, atMs }) => (what === 'start' ? [atMs] : []));
    const pauses = run.commands.flatMap(({ what, atMs }) => (what === 'pause' ? [atMs] : []));
    expect(starts).toHaveLength(360);
    expect(starts).toEqual(starts.map((_, index) => index * 10_000));
    expect(pauses).toEqual(pauses.map((_, index) => index * 10_000 + 7_000));
  });

  test('repeats for the same text', async () => {
    const [one, other, third] = [setUp(), setUp(), setUp()];
    one.control.start('again');
    other.control.start('again');
    third.control.start('another');
    for (const run of [one, other, third]) await run.time.run(10 * MINUTE_MS);
    expect(other.commands).toEqual(one.commands);
    expect(third.commands).not.toEqual(one.commands);
    expect(one.state().history).toHaveLength(PICK_HISTORY_LENGTH);
  });
});

describe('a run', () => {
  test('sets the window before it moves, and starts slow', async () => {
    const run = setUp({ speedRange: { min: 80, max: 80 }, ramp: 2 });
    run.control.start('a');
    await run.time.run(2_500);
    expect(run.names().slice(0, 2)).toEqual(['window', 'start']);
    expect(run.velocities()).toEqual([0.2, 0.4, 0.6, 0.8]);
  });

  test('goes on to the next pick on request, during a movement and during a rest', async () => {
    const run = setUp({ currentPause: 10 });
    run.control.start('b');
    await run.time.run(1_000);
    run.control.next();
    expect(run.state().history.map(({ index }) => index)).toEqual([0, 1]);
    await run.time.run(5_500);
    expect(run.state().phase).toBe('resting');
    run.control.next();
    await run.time.settle();
    expect(run.state()).toMatchObject({ phase: 'moving' });
    expect(run.state().history.at(-1)).toEqual(
      randomStroke(seedOfText('b'), 2, toRunRules({ ...defaultSettings().randomClassic, currentPause: 10 })),
    );
  });

  test('takes changed settings from the next pick on', async () => {
    const run = setUp();
    run.control.start('c');
    await run.time.run(1_000);
    run.change({ strokeRange: { min: 90, max: 100 }, minimumStrokeLength: 5 });
    expect(run.state().history.at(-1)?.window.max).toBeLessThanOrEqual(0.8);
    await run.time.run(5_000);
    expect(run.state().history.at(-1)?.window.min).toBeGreaterThanOrEqual(0.9);
  });

  test('ends gently with the session: slower and slower, then stopped, with a notice', async () => {
    const run = setUp({ sessionMinutes: 5, speedRange: { min: 60, max: 60 }, ramp: 0 });
    run.control.start('d');
    await run.time.run(5 * MINUTE_MS + 1_000);
    const ending = run.commands.flatMap((one) => (one.what === 'velocity' && one.atMs > 270_000 ? [one.value] : []));
    expect(ending.length).toBeGreaterThan(40);
    expect(ending).toEqual([...ending].sort((a, b) => b - a));
    expect(ending.at(-1)).toBeLessThan(0.02);
    expect(run.names().at(-1)).toBe('stop');
    expect(run.state()).toMatchObject({ phase: 'idle', finished: true });
  });

  test('does not start again when its session ends during a rest', async () => {
    const run = setUp({ sessionMinutes: 1, timeBetween: 30, currentPause: 40 });
    run.control.start('e');
    await run.time.run(2 * MINUTE_MS);
    expect(run.names().filter((what) => what === 'start')).toHaveLength(1);
    expect(run.state()).toMatchObject({ phase: 'idle', finished: true });
  });

  test('is over when it is stopped, in any phase: nothing more is sent', async () => {
    for (const afterMs of [0, 2_000, 6_000]) {
      const run = setUp({ currentPause: 5 });
      run.control.start('f');
      await run.time.run(afterMs);
      run.control.stopped();
      const count = run.commands.length;
      await run.time.run(MINUTE_MS);
      expect(run.commands.slice(count).filter(({ what }) => what !== 'window')).toEqual([]);
      expect(run.time.pending()).toBe(0);
    }
  });

  test('is over when the device stops by itself', async () => {
    const run = setUp();
    run.control.start('g');
    await run.time.run(3_000);
    run.stopsByItself();
    expect(run.state()).toMatchObject({ phase: 'idle', finished: false });
  });

  test('goes on after a report from before its start, until the device has moved or five seconds have passed', async () => {
    const late = setUp();
    late.delayReport();
    late.control.start('seed');
    await late.time.run(100);
    late.report(false);
    expect(late.state().phase).toBe('moving');
    late.report(true);
    late.report(false);
    expect(late.state().phase).toBe('idle');

    const never = setUp();
    never.delayReport();
    never.control.start('seed');
    await never.time.run(5_200);
    never.report(false);
    expect(never.state().phase).toBe('idle');
  });

  test('stops the device when a start or a pause cannot be sent', async () => {
    for (const [call, names] of [
      ['start', ['window', 'stop']],
      ['pause', ['window', 'start', 'stop']],
    ] as const) {
      const run = setUp({ currentPause: 5, speedRange: { min: 0, max: 0 } });
      run.refuse(call);
      run.control.start('h');
      await run.time.run(6_000);
      expect(run.names()).toEqual(names);
      expect(run.errors).toHaveLength(1);
      expect(run.state().phase).toBe('idle');
    }
  });
});

test('a velocity that did not arrive is ramped to the pick’s again once the device can be reached, with its window', async () => {
  const { control, time, commands, velocities, state, cutOff } = setUp({ timeBetween: 60, currentPause: 0 });
  control.start('seed');
  await time.settle();
  const pick = state().history.at(-1)?.velocity01 ?? 0;
  cutOff(true);
  time.advance(10_000);
  const before = commands.length;
  cutOff(false);
  control.reached();
  time.advance(10_000);
  expect(commands[before]).toMatchObject({ what: 'window' });
  expect(velocities().at(-1)).toBeCloseTo(pick, 3);
  expect(velocities()).toEqual(velocities().toSorted((one, other) => one - other));
});

describe.each(['counts', 'stands'] as const)('after the machine slept, and its monotonic clock %s', (monotonic) => {
  test.each([
    ['a rest', 6_000, 'resting'],
    ['a movement', 3_000, 'moving'],
  ])('a run that was in %s is over: it is stopped, and moves nothing any more', async (_, atMs, phase) => {
    const run = setUp({ timeBetween: 5, currentPause: 4 });
    run.control.start('seed');
    await run.time.run(atMs);
    expect(run.state().phase).toBe(phase);
    const before = run.commands.length;
    run.time.suspend(3 * 60 * MINUTE_MS, monotonic);
    await run.time.run(10 * MINUTE_MS);
    expect(run.names().slice(before)).toEqual(['stop']);
    expect(run.state()).toMatchObject({ phase: 'idle', finished: false });
    expect(run.sleeps).toHaveLength(1);
    expect(run.time.pending()).toBe(0);
  });

  test.each([
    ['later than a beat', 1_000, 500],
    ['first', 800, 750],
  ])('a run that was about to start does not, where the answer comes %s', async (_, windowTakesMs, atMs) => {
    const run = setUp();
    run.delayWindow(windowTakesMs);
    run.control.start('seed');
    await run.time.run(atMs);
    run.time.suspend(60 * MINUTE_MS, monotonic);
    await run.time.run(MINUTE_MS);
    expect([run.names(), run.state().phase]).toEqual([['window', 'stop'], 'idle']);
  });
});

test('a run of a hidden page goes on, whose timers are late while its worker beats', async () => {
  const run = setUp({ timeBetween: 5, currentPause: 4 });
  run.control.start('seed');
  await run.time.run(6_000);
  for (let second = 0; second < 40; second += 1) {
    run.time.suspend(1_000, 'counts');
    run.beat();
  }
  await run.time.run(1_000);
  expect(run.state().phase).toBe('moving');
  expect(run.sleeps).toEqual([]);
});
