import type { CallName } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { FULL_WINDOW } from '../zone.ts';
import { exceedsLimits, type LimitedCall, type LimitedDevice, limitCall } from './limit-call.ts';
import { type MotionLimits, NO_LIMITS } from './motion-limits.ts';

const LENGTH_MM = 97.826;

type Call = readonly [CallName, Record<string, unknown>];

/** A Handy with its slider at the bottom, called once for each call; `maxSpeedMmS` is in strokes a second. */
function setUp(changes: Partial<MotionLimits>) {
  const device: LimitedDevice = { movement: movementOfModel(0), stroke: FULL_WINDOW, positionMm: 5 };
  let stream: LimitedCall['stream'];
  let limits: MotionLimits = { ...NO_LIMITS, ...changes };
  return {
    be(next: Partial<MotionLimits>) {
      limits = { ...NO_LIMITS, ...next };
    },
    /** The outgoing input of the last of the calls. */
    call(...calls: readonly Call[]) {
      let input: unknown;
      for (const [name, requested] of calls) {
        const limited = limitCall(name, requested, device, limits, stream);
        ({ input } = limited);
        stream = limited.stream;
      }
      return input;
    },
  };
}

const stroke = (endMs: number, x = 100) => [
  { t: 0, x: 0 },
  { t: endMs, x },
];
const oneStroke = { maxSpeedMmS: LENGTH_MM };

test('points of a play at a rate are limited for that rate', () => {
  const { call } = setUp(oneStroke);
  const input = { start_time: 0, playback_rate: 4 };
  expect(call(['hsp.play', { ...input, add: { points: stroke(1_000), flush: true } }])).toEqual({
    ...input,
    add: { points: stroke(1_000, 25), flush: true },
  });
  expect(call(['hsp.add', { points: [{ t: 2_000, x: 100 }] }])).toEqual({ points: [{ t: 2_000, x: 50 }] });
});

describe('a lap under a limit', () => {
  const there = stroke(2_000);
  const thereAndBack = [...there, { t: 4_000, x: 0 }];
  const asActions = (points: readonly ScriptPoint[]) => ({ actions: points.map(({ t, x }) => ({ at: t, pos: x })) });

  test.each([
    ['is made of a script that ends where it begins', thereAndBack, true],
    ['is not made of another one: the device would jump to its beginning', there, false],
  ])('%s', (_, points, loop) => {
    const { call } = setUp(oneStroke);
    call(['hssp.setup', asActions(points)]);
    expect(call(['hssp.play', { start_time: 0, loop: true }])).toMatchObject({ loop });
  });

  test('is not made of points, whose later ones may end elsewhere, nor of an unknown script', () => {
    const { call } = setUp(oneStroke);
    call(['hsp.setup', {}], ['hsp.add', { points: thereAndBack }]);
    expect(call(['hsp.loop', { loop: true }])).toEqual({ loop: false });
    expect(call(['hsp.play', { start_time: 0, loop: true }])).toMatchObject({ loop: false });
    const add = { points: thereAndBack, flush: true };
    expect(call(['hsp.play', { start_time: 0, loop: true, add }])).toMatchObject({ loop: false });
    expect(call(['hssp.setup', { url: 'https://scripts.test/1' }], ['hssp.play', { loop: true }])).toMatchObject({
      loop: false,
    });
  });

  test('is free without one', () => {
    const { call } = setUp({});
    expect(call(['hsp.setup', {}], ['hsp.add', { points: there }], ['hsp.loop', { loop: true }])).toEqual({
      loop: true,
    });
  });
});

test('a corner is limited by the square of the rate', () => {
  const { call } = setUp({ maxAccelerationMmS2: LENGTH_MM });
  const add = { points: stroke(1_000), flush: true };
  expect(call(['hsp.play', { start_time: 0, playback_rate: 2, add }])).toMatchObject({
    add: { points: stroke(1_000, 25) },
  });
});

test('a ramp takes its time at every rate', () => {
  const { call } = setUp({ ...oneStroke, rampMs: 1_000 });
  const add = { points: stroke(1_000), flush: true };
  // Half a second at double rate is half of the ramp, a quarter of the mean speed: an eighth of the stroke.
  expect(call(['hsp.play', { start_time: 0, playback_rate: 2, add }])).toMatchObject({
    add: { points: stroke(1_000, 12) },
  });
});

test('a rate is capped by the speed and the corners of the points', () => {
  const { call, be } = setUp(oneStroke);
  expect(call(['hsp.setup', {}], ['hsp.add', { points: stroke(1_500) }])).toEqual({ points: stroke(1_500) });
  expect(call(['hsp.play', { start_time: 0, playback_rate: 1.1 }])).toEqual({ start_time: 0, playback_rate: 1.1 });
  expect(call(['hsp.playbackrate', { playback_rate: 2 }])).toEqual({ playback_rate: 1.5 });
  be({ maxAccelerationMmS2: LENGTH_MM });
  expect(call(['hsp.playbackrate', { playback_rate: 4 }])).toEqual({ playback_rate: expect.closeTo(1.5, 9) });
});

test('points added later are limited for the current rate, and at least for rate 1', () => {
  const { call } = setUp(oneStroke);
  call(
    ['hsp.setup', {}],
    ['hsp.play', { start_time: 0, playback_rate: 2 }],
    ['hsp.playbackrate', { playback_rate: 4 }],
  );
  expect(call(['hsp.add', { points: stroke(1_000) }])).toEqual({ points: stroke(1_000, 25) });
  expect(call(['hsp.playbackrate', { playback_rate: 0.5 }])).toEqual({ playback_rate: 0.5 });
  expect(call(['hsp.add', { points: [{ t: 1_500, x: 100 }] }])).toEqual({ points: [{ t: 1_500, x: 75 }] });
  expect(call(['hsp.playbackrate', { playback_rate: 1 }])).toEqual({ playback_rate: 1 });
});

test('a flush removes the points that capped the rate', () => {
  const { call } = setUp(oneStroke);
  const slow = { points: stroke(4_000) };
  const fast: Call = ['hsp.add', { points: stroke(1_000) }];
  expect(call(fast, ['hsp.flush', {}], ['hsp.playbackrate', { playback_rate: 3 }])).toEqual({ playback_rate: 3 });
  const play = { start_time: 0, playback_rate: 3, add: { ...slow, flush: true } };
  expect(call(fast, ['hsp.play', play])).toEqual(play);
  expect(call(['hsp.setup', {}], fast, ['hsp.play', { ...play, add: slow }])).toMatchObject({ playback_rate: 1 });
});

describe('points that replace others', () => {
  const legs = (count: number, legMs: number) =>
    Array.from({ length: count }, (_, index) => ({ t: index * legMs, x: index % 2 === 0 ? 0 : 100 }));

  test('stay as they are where they were sent before, and the others go on from there', () => {
    const { call, be } = setUp({ maxSpeedMmS: 2 * LENGTH_MM });
    call(['hsp.setup', {}], ['hsp.add', { points: legs(3, 500) }]);
    be(oneStroke);
    const points = [...legs(3, 500).slice(1), { t: 1_500, x: 100 }];
    expect(call(['hsp.add', { points, flush: true }])).toEqual({
      points: [
        { t: 500, x: 100 },
        { t: 1_000, x: 0 },
        { t: 1_500, x: 50 },
      ],
      flush: true,
    });
  });

  test('of those that a limit left out, the one before stands there again', () => {
    const { call } = setUp({ maxSpeedMmS: LENGTH_MM / 100 });
    const points = [
      { t: 0, x: 0 },
      { t: 500, x: 100 },
      { t: 1_000, x: 100 },
    ];
    call(['hsp.setup', {}]);
    expect(call(['hsp.add', { points }])).toEqual({
      points: [
        { t: 0, x: 0 },
        { t: 1_000, x: 1 },
      ],
    });
    expect(call(['hsp.add', { points, flush: true }])).toEqual({
      points: [
        { t: 0, x: 0 },
        { t: 0, x: 0 },
        { t: 1_000, x: 1 },
      ],
      flush: true,
    });
  });

  test('begin in the midst of a leg that was sent where that leg leads, wherever the slider is by now', () => {
    const { call } = setUp(oneStroke);
    const leg = [
      { t: 0, x: 0 },
      { t: 1_000, x: 80 },
    ];
    call(['hsp.setup', {}], ['hsp.add', { points: leg }]);
    const add = { points: [{ t: 500, x: 40 }, ...leg.slice(1)], flush: true };
    expect(call(['hsp.add', add])).toEqual(add);
  });

  test('a lower limit holds for them five seconds later at the latest', () => {
    const { call, be } = setUp({});
    call(['hsp.setup', {}], ['hsp.add', { points: legs(20, 500) }]);
    be(oneStroke);
    const { points } = call(['hsp.add', { points: legs(20, 500), flush: true }]) as { points: ScriptPoint[] };
    const travels = points.slice(1).map(({ x }, index) => Math.abs(x - (points[index]?.x ?? 0)));
    expect(travels.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 100));
    expect(Math.max(...travels.slice(10))).toBe(50);
  });

  test('their speed caps a rate, as that of all points does that may still be played', () => {
    const { call, be } = setUp({});
    call(['hsp.setup', {}], ['hsp.add', { points: legs(3, 250) }]);
    be(oneStroke);
    const points = [...legs(3, 250), { t: 1_500, x: 10 }];
    call(['hsp.add', { points, flush: true }]);
    expect(call(['hsp.playbackrate', { playback_rate: 1 }])).toEqual({ playback_rate: 0.25 });
  });
});

test('points that were sent under wider limits are played at a rate within the new ones', () => {
  const { call, be } = setUp({});
  call(['hsp.setup', {}], ['hsp.add', { points: stroke(250) }], ['hsp.play', { start_time: 0, playback_rate: 2 }]);
  be(oneStroke);
  expect(call(['hsp.play', { start_time: 0 }])).toEqual({ start_time: 0, playback_rate: 0.25 });
});

test('the rate of unknown points is not raised', () => {
  const { call, be } = setUp(oneStroke);
  expect(call(['hsp.playbackrate', { playback_rate: 1.5 }])).toEqual({ playback_rate: 1 });
  expect(call(['hsp.playbackrate', { playback_rate: 0.5 }])).toEqual({ playback_rate: 0.5 });
  expect(call(['hssp.play', { start_time: 0, server_time: 9, playback_rate: 2 }])).toMatchObject({ playback_rate: 1 });
  be({ rampMs: 1_000 });
  expect(call(['hssp.play', { start_time: 0, server_time: 9, playback_rate: 2 }])).toMatchObject({ playback_rate: 2 });
});

test('the rate of a script is capped by its fastest part', () => {
  const { call } = setUp(oneStroke);
  const actions = [
    { at: 0, pos: 0 },
    { at: 1_000, pos: 50 },
    { at: 2_000, pos: 0 },
  ];
  const play = (playback_rate: number): Call => ['hssp.play', { start_time: 0, server_time: 9, playback_rate }];
  expect(call(['hssp.setup', { actions }], play(1.5))).toMatchObject({ playback_rate: 1.5 });
  expect(call(play(4))).toMatchObject({ playback_rate: 2 });
});

test('without limits every rate passes, and a missing rate is not added', () => {
  const { call } = setUp({});
  const add = { points: stroke(10), flush: true };
  expect(call(['hsp.play', { start_time: 0, playback_rate: 8, add }])).toEqual({
    start_time: 0,
    playback_rate: 8,
    add,
  });
  expect(call(['hsp.play', { start_time: 0 }])).toEqual({ start_time: 0 });
  expect(call(['hsp.playbackrate', { playback_rate: 16 }])).toEqual({ playback_rate: 16 });
});

describe('a resume', () => {
  test('goes on at the paused place under a limit, since the slider moves to another one as fast as it can', () => {
    const { call, be } = setUp(oneStroke);
    expect(call(['hsp.resume', { pick_up: true }])).toEqual({ pick_up: false });
    expect(call(['hssp.resume', { pickUp: true }])).toEqual({ pickUp: false });
    be({ rampMs: 1_000 });
    expect(call(['hsp.resume', { pick_up: true }])).toEqual({ pick_up: true });
  });

  const handy: LimitedDevice = { movement: movementOfModel(0), stroke: FULL_WINDOW, positionMm: 5 };
  const playerAfter = (points: readonly ScriptPoint[], playback_rate: number) => {
    const setup = limitCall('hsp.setup', {}, handy, NO_LIMITS, undefined);
    const add = limitCall('hsp.add', { points }, handy, NO_LIMITS, setup.stream);
    return limitCall('hsp.play', { start_time: 0, playback_rate }, handy, NO_LIMITS, add.stream).stream;
  };

  test.each([
    ['points as fast as the limit', playerAfter(stroke(1_000), 1), false],
    ['faster points', playerAfter(stroke(900), 1), true],
    ['points that are faster at their rate', playerAfter(stroke(1_000), 1.1), true],
    ['slow points at half the rate', playerAfter(stroke(500), 0.5), false],
    ['no points', playerAfter([], 1), false],
    ['unknown points', undefined, true],
  ])('of %s exceeds it, or does not', (_, player, exceeds) => {
    const limits = { ...NO_LIMITS, ...oneStroke };
    expect(exceedsLimits(handy, limits, player)).toBe(exceeds);
    expect(exceedsLimits(handy, NO_LIMITS, player)).toBe(false);
    expect(exceedsLimits({ ...handy, movement: undefined }, limits, player)).toBe(false);
  });
});

describe('a correction of the clock', () => {
  const AT_MS = 1_700_000_000_000;
  const there = stroke(2_000);
  const play = (changes: object = {}): Call => ['hsp.play', { start_time: 5_000, server_time: AT_MS, ...changes }];
  const sync = (current_time: number, afterMs = 1_000, filter = 1): Call => [
    'hsp.synctime',
    { current_time, server_time: AT_MS + afterMs, filter },
  ];
  const filterOf = (input: unknown) => (input as { filter: number }).filter;

  test('passes as it is without a limit, and as far as a small step under one', () => {
    const { call, be } = setUp({});
    call(['hsp.add', { points: there }], play());
    expect(filterOf(call(sync(9_000)))).toBe(1);
    be(oneStroke);
    call(play());
    expect(filterOf(call(sync(6_020)))).toBe(1);
    expect(filterOf(call(sync(8_000, 3_000)))).toBe(1);
  });

  test.each([
    [6_100, 1, 0.2],
    [5_900, 1, 0.2],
    [6_100, 0.5, 0.2],
    [6_030, 0.5, 0.5],
    [66_000, 1, 20 / 60_000],
  ])('to %i ms in place of 6000, by the filter %f, moves it by 20 ms at most', (toMs, filter, sent) => {
    const { call } = setUp(oneStroke);
    call(['hsp.add', { points: there }], play());
    expect(filterOf(call(sync(toMs, 1_000, filter)))).toBeCloseTo(sent, 9);
  });

  test('follows the rate, and the corrections before', () => {
    const { call } = setUp(oneStroke);
    call(['hsp.setup', {}], ['hsp.add', { points: stroke(8_000) }], play({ playback_rate: 2 }));
    expect(filterOf(call(sync(7_000)))).toBe(1);
    expect(filterOf(call(sync(7_100)))).toBeCloseTo(0.2, 9);
    expect(filterOf(call(sync(7_020)))).toBe(1);
    expect(filterOf(call(sync(9_060, 2_000)))).toBeCloseTo(0.5, 9);
  });

  test.each([
    ['is unknown', []],
    ['is of a play that does not say when it begins', [['hsp.play', { start_time: 5_000 }] as const]],
    [
      'goes round',
      [
        ['hssp.setup', { actions: [0, 50, 0].map((pos, index) => ({ at: index * 1_000, pos })) }] as const,
        ['hssp.play', { start_time: 0, server_time: AT_MS, loop: true }] as const,
      ],
    ],
    ['rested', [play(), ['hsp.pause', {}] as const, ['hsp.resume', { pick_up: false }] as const]],
    ['has another rate since', [play(), ['hsp.playbackrate', { playback_rate: 0.5 }] as const]],
  ])('does nothing where the clock %s', (_, calls) => {
    const { call } = setUp(oneStroke);
    expect(filterOf(call(['hsp.add', { points: there }], ...calls, sync(6_000)))).toBe(0);
  });
});
