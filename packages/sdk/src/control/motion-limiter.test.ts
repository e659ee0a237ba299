import { NO_LIMITS } from '@tactus/motion';
import { HardwareModel } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { rememberScriptPoints } from '../scripts/seen-scripts.ts';
import { initialState } from '../state/device-state.ts';
import { setUpLimits as setUp } from '../testing/limited-handy.ts';

test('there are no limits at first, and inputs pass unchanged', () => {
  const { current, apply, holdScript } = setUp();
  const input = { velocity: 1 };
  const points = [{ t: 0, x: 0 }];
  expect(current()).toBe(NO_LIMITS);
  expect(apply('hamp.velocity', input)).toBe(input);
  expect(apply('hamp.start', undefined)).toBeUndefined();
  expect(holdScript(points)).toBe(points);
});

test('set limits hold from then on, and the others do not change', () => {
  const { set, current, apply } = setUp();
  set({ maxSpeedMmS: 100 });
  set({ stroke: { min: 0.2, max: 0.8 } });
  expect(current()).toMatchObject({ maxSpeedMmS: 100, stroke: { min: 0.2, max: 0.8 } });
  expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 0.25 });
});

describe('while the model is not known', () => {
  const info = {
    fw_status: 0,
    fw_version: '4.0.19',
    fw_feature_flags: '',
    hw_model_no: 99,
    session_id: '01A',
  } as const;

  test.each([
    ['before the first report', initialState, 0.125],
    ['at the beginning of a session', { ...initialState, connected: true, session_id: '01A' }, 0.125],
    ['of a model without known capabilities', { ...initialState, info }, 0.125],
    ['with no slider by its capabilities', { ...initialState, capabilities: { slider: 0 } }, 1],
    ['but for a model without a slider', { ...initialState, info: { ...info, hw_model_no: HardwareModel.OH } }, 1],
  ])('the speed is limited as that of the first model: %s', (_, state, velocity) => {
    const { set, be, apply } = setUp();
    be(state);
    set({ maxSpeedMmS: 50 });
    expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity });
  });

  test('a vibration is limited by its amplitude alone', () => {
    const { set, be, apply } = setUp();
    be(initialState);
    set({ maxSpeedMmS: 50, maxAccelerationMmS2: 500, maxAmplitude: 0.5 });
    const vibration = { amplitude: 1, frequency: 100, position: 0 };
    expect(apply('hvp.setState', vibration)).toEqual({ ...vibration, amplitude: 0.5 });
  });
});

test('points are limited from call to call', () => {
  const { set, apply } = setUp();
  set({ maxSpeedMmS: 100 });
  apply('hsp.add', { points: [{ t: 0, x: 50 }] });
  expect(apply('hsp.add', { points: [{ t: 100, x: 100 }] })).toEqual({ points: [{ t: 100, x: 60 }] });
});

test('points that were sent without limits are known to later limits: no play of them passes unchanged', () => {
  const { set, apply } = setUp();
  apply('hsp.setup', {});
  const add = {
    points: [
      { t: 0, x: 0 },
      { t: 1_000, x: 100 },
    ],
  };
  const play = { start_time: 0, playback_rate: 2, add };
  expect(apply('hsp.play', play)).toBe(play);
  set({ maxSpeedMmS: 50 });
  expect(apply('hsp.add', { points: [{ t: 1_500, x: 0 }] })).toMatchObject({ points: [{ x: 88 }] });
  expect(apply('hsp.play', { start_time: 0 })).toEqual({ start_time: 0, playback_rate: expect.closeTo(0.5, 9) });
});

describe('a limit of the stroke', () => {
  const stroke = { min: 0.2, max: 0.6 };

  test('holds for alternating motion from its start on, whatever its zone was before', () => {
    const { set, apply, zoneBeforeStart } = setUp();
    expect(zoneBeforeStart()).toBeUndefined();
    set({ stroke });
    expect(apply('hamp.stroke', zoneBeforeStart())).toEqual(stroke);
    expect(apply('hamp.start', {})).toEqual({});
  });

  test('stores the requested zone, and restores it with the first start without the limit', () => {
    const { set, apply, answered, zoneBeforeStart } = setUp();
    set({ stroke });
    expect(apply('hamp.stroke', { min: 0, max: 0.5 })).toEqual({ min: 0.2, max: 0.5 });
    answered('hamp.stroke');
    set({ stroke: { min: 0, max: 1 } });
    expect(zoneBeforeStart()).toEqual({ min: 0, max: 0.5 });
    expect(apply('hamp.stroke', zoneBeforeStart())).toEqual({ min: 0, max: 0.5 });
    answered('hamp.stroke');
    expect(zoneBeforeStart()).toBeUndefined();
  });

  test('sends nothing if the set stroke lies inside of it', () => {
    const { set, be, zoneBeforeStart } = setUp();
    be({ slider: { ...initialState.slider, min: 0.3, max: 0.5 } });
    set({ stroke });
    expect(zoneBeforeStart()).toBeUndefined();
  });
});

describe('a script by its address', () => {
  const url = 'https://example.org/a.csv';
  const fast = [
    { t: 0, x: 0 },
    { t: 500, x: 100 },
  ];

  test('that is not read here is refused rather than played without limits', () => {
    const { set, apply } = setUp();
    set({ maxSpeedMmS: 100 });
    expect(() => apply('hssp.setup', { url: 'https://example.org/unknown.csv' })).toThrow('not read here');
  });

  test('is refused if its points exceed the limits, and passes once they do not', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100, rampMs: 200 });
    rememberScriptPoints(url, fast);
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
    const held = holdScript(fast);
    expect(held).toEqual([
      { t: 0, x: 0 },
      { t: 500, x: 40 },
    ]);
    rememberScriptPoints(url, held);
    expect(apply('hssp.setup', { url })).toEqual({ url });
  });

  test('that was limited with a slow start passes unchanged, and is not slowed a second time', () => {
    const { set, apply, holdScript } = setUp();
    set({ rampMs: 2_000 });
    rememberScriptPoints(url, fast);
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
    const held = holdScript(fast);
    expect(held.at(-1)?.x).toBeLessThan(20);
    rememberScriptPoints(
      url,
      held.map((point) => ({ ...point })),
    );
    expect(apply('hssp.setup', { url })).toEqual({ url });
    set({ rampMs: 4_000 });
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
  });

  test('passes mirrored if the limits mirror it, and is refused if it exceeds the others', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100, reversed: true });
    const held = holdScript(fast);
    expect(held).toEqual([
      { t: 0, x: 100 },
      { t: 500, x: 50 },
    ]);
    rememberScriptPoints(url, held);
    expect(apply('hssp.setup', { url })).toEqual({ url });
    set({ maxSpeedMmS: 50 });
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
  });

  test('has its rate capped by its points', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100 });
    rememberScriptPoints(url, holdScript(fast));
    apply('hssp.setup', { url });
    const play = { start_time: 0, server_time: 9 };
    expect(apply('hssp.play', play)).toEqual(play);
    expect(apply('hssp.play', { ...play, playback_rate: 2 })).toEqual({ ...play, playback_rate: 1 });
    set({ maxSpeedMmS: 150 });
    expect(apply('hssp.play', { ...play, playback_rate: 2 })).toEqual({ ...play, playback_rate: 1.5 });
  });
});

describe('a script that was set up without limits', () => {
  const url = 'https://example.org/slow.csv';
  const slow = [
    { t: 0, x: 0 },
    { t: 2_000, x: 100 },
  ];
  const play = { start_time: 0, server_time: 9 };

  function playing(script: object) {
    const set = setUp();
    set.apply('hssp.setup', script);
    set.apply('hssp.play', play);
    return set;
  }

  test('exceeds a limit only if its points do, where they are known', () => {
    rememberScriptPoints(url, slow);
    const actions = slow.map(({ t, x }) => ({ at: t, pos: x }));
    for (const script of [{ url }, { actions }]) {
      const { set, apply, exceeded } = playing(script);
      for (const maxSpeedMmS of [400, 360, 50, 40]) set({ maxSpeedMmS });
      expect(exceeded).toEqual([false, false, false, true]);
      expect(apply('hssp.play', { ...play, playback_rate: 2 })).toMatchObject({ playback_rate: 0.8 });
    }
  });

  test('exceeds every limit below the speed of the device where its points are not known', () => {
    const { set, exceeded } = playing({ url: 'https://example.org/unknown.csv' });
    for (const maxSpeedMmS of [1_000, 400, 399]) set({ maxSpeedMmS });
    expect(exceeded).toEqual([false, false, true]);
  });

  test('is still the one in the device after another one that was refused', () => {
    const late = 'https://example.org/late.csv';
    const { set, apply, exceeded } = playing({ url: late });
    set({ maxSpeedMmS: 300 });
    expect(() => apply('hssp.setup', { url: 'https://example.org/unknown.csv' })).toThrow('not read here');
    rememberScriptPoints(late, slow);
    set({ maxSpeedMmS: 200 });
    expect(exceeded).toEqual([true, false]);
  });

  test('is resumed under a limit unless its points are known to be too fast', () => {
    rememberScriptPoints(url, slow);
    const unknown = playing({ url: 'https://example.org/unknown.csv' });
    unknown.set({ maxSpeedMmS: 40 });
    expect(unknown.apply('hssp.resume', { pickUp: false })).toMatchObject({ pickUp: false });
    const known = playing({ url });
    known.set({ maxSpeedMmS: 40 });
    expect(() => known.apply('hssp.resume', { pickUp: false })).toThrow('too fast');
  });

  test('is not in the way of changes that make no limit lower', () => {
    const { set, exceeded } = playing({ url: 'https://example.org/unknown.csv' });
    set({ maxSpeedMmS: 40 });
    for (const change of [{ rampMs: 500 }, { maxAmplitude: 0.5 }, { reversed: true }, { maxSpeedMmS: 200 }])
      set(change);
    expect(exceeded).toEqual([true, false, false, false, false]);
    set({ stroke: { min: 0, max: 0.9 } });
    set({ maxAccelerationMmS2: 3_000 });
    expect(exceeded.slice(-2)).toEqual([true, true]);
  });

  test('is still the one in the device after another one that was not sent', () => {
    rememberScriptPoints(url, slow);
    const { set, apply, takeBack, exceeded } = playing({ url: 'https://example.org/unknown.csv' });
    apply('hssp.setup', { url });
    takeBack();
    set({ maxSpeedMmS: 300 });
    expect(exceeded).toEqual([true]);
  });
});

test.each([
  [{ maxSpeedMmS: 0 }, 'The speed limit'],
  [{ maxAccelerationMmS2: Number.NaN }, 'The acceleration limit'],
  [{ stroke: { min: 0.6, max: 0.4 } }, 'The stroke limit'],
  [{ rampMs: -1 }, 'The ramp'],
  [{ maxAmplitude: 2 }, 'The amplitude limit'],
])('invalid limits are refused and change nothing: %o', (changes, text) => {
  const { set, current } = setUp();
  expect(() => set(changes)).toThrow(text);
  expect(current()).toBe(NO_LIMITS);
});
