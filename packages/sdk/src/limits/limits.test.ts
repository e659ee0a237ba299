import { NO_LIMITS } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { rememberScript } from '../scripts/seen-scripts.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';
import { createLimits } from './limits.ts';

/** Limits of a Handy, whose state the test sets, and what they ask anew by themselves. */
function setUp() {
  const time = createFakeTime();
  let state: DeviceState = {
    ...initialState,
    connected: true,
    sseConnected: true,
    info: { fw_status: 0, fw_version: '4.0.19', fw_feature_flags: '', hw_model_no: 0, session_id: '01A' },
  };
  const resent: string[] = [];
  let isCut = false;
  /** What the device answers, whatever was known of it before. */
  let isVibrating = true;
  const limits = createLimits({
    time,
    state: () => state,
    positionMm: () => undefined,
    async resend(call, input) {
      resent.push(`${call} ${JSON.stringify(limits.apply(call, input))}`);
      if (isCut) throw new Error('The network is gone');
      if (call === 'hvp.state') be({ hvp: { ...state.hvp, enabled: isVibrating } });
    },
  });
  const be = (change: Partial<DeviceState>) => {
    state = { ...state, ...change };
  };
  const hamp = (isPlaying: boolean) =>
    be({
      hamp: { ...initialState.hamp, play_state: isPlaying ? HampPlayState.PLAYING : HampPlayState.STOPPED },
    });
  const cut = (next: boolean) => {
    isCut = next;
  };
  const vibratesNow = (next: boolean) => {
    isVibrating = next;
  };
  return { ...limits, time, resent, be, hamp, cut, vibratesNow };
}

test('there are none at first, and inputs pass as they are', () => {
  const { current, apply, holdScript } = setUp();
  const input = { velocity: 1 };
  const points = [{ t: 0, x: 0 }];
  expect(current()).toBe(NO_LIMITS);
  expect(apply('hamp.velocity', input)).toBe(input);
  expect(apply('hamp.start', undefined)).toBeUndefined();
  expect(holdScript(points)).toBe(points);
});

test('what is set holds from then on, and the rest stays as it was', () => {
  const { set, current, apply } = setUp();
  set({ maxSpeedMmS: 100 });
  set({ stroke: { min: 0.2, max: 0.8 } });
  expect(current()).toMatchObject({ maxSpeedMmS: 100, stroke: { min: 0.2, max: 0.8 } });
  expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 0.25 });
});

test('points are limited from call to call', () => {
  const { set, apply } = setUp();
  set({ maxSpeedMmS: 100 });
  apply('hsp.add', { points: [{ t: 0, x: 50 }] });
  expect(apply('hsp.add', { points: [{ t: 100, x: 100 }] })).toEqual({ points: [{ t: 100, x: 60 }] });
});

test('what was sent without limits is known when there are some: no play of it passes them', () => {
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
  const sent = 'hamp.stroke {"min":0.2,"max":0.6}';

  test('holds for alternating motion from its start on, whatever its zone was before', () => {
    const { set, apply, resent } = setUp();
    apply('hamp.start', {});
    expect(resent).toEqual([]);
    set({ stroke });
    expect(apply('hamp.start', {})).toEqual({});
    expect(resent).toEqual([sent]);
  });

  test('leaves the zone that was asked for, and gives it back with the first start without the limit', () => {
    const { set, apply, resent } = setUp();
    set({ stroke });
    expect(apply('hamp.stroke', { min: 0, max: 0.5 })).toEqual({ min: 0.2, max: 0.5 });
    set({ stroke: { min: 0, max: 1 } });
    apply('hamp.start', {});
    apply('hamp.start', {});
    expect(resent).toEqual(['hamp.stroke {"min":0,"max":0.5}']);
  });

  test('asks for nothing where the stroke that is set lies inside of it', () => {
    const { set, apply, be, resent } = setUp();
    be({ slider: { ...initialState.slider, min: 0.3, max: 0.5 } });
    set({ stroke });
    apply('hamp.start', {});
    expect(resent).toEqual([]);
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

  test('is refused where its points do not keep the limits, and passes once they do', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100, rampMs: 200 });
    rememberScript(url, fast);
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
    const held = holdScript(fast);
    expect(held).toEqual([
      { t: 0, x: 0 },
      { t: 500, x: 50 },
    ]);
    rememberScript(url, held);
    expect(apply('hssp.setup', { url })).toEqual({ url });
  });

  test('passes turned round where the limits turn it round, and is refused where it does not keep the others', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100, reversed: true });
    const held = holdScript(fast);
    expect(held).toEqual([
      { t: 0, x: 100 },
      { t: 500, x: 50 },
    ]);
    rememberScript(url, held);
    expect(apply('hssp.setup', { url })).toEqual({ url });
    set({ maxSpeedMmS: 50 });
    expect(() => apply('hssp.setup', { url })).toThrow('not read here');
  });

  test('is played no faster than it bears', () => {
    const { set, apply, holdScript } = setUp();
    set({ maxSpeedMmS: 100 });
    rememberScript(url, holdScript(fast));
    apply('hssp.setup', { url });
    const play = { start_time: 0, server_time: 9 };
    expect(apply('hssp.play', play)).toEqual(play);
    expect(apply('hssp.play', { ...play, playback_rate: 2 })).toEqual({ ...play, playback_rate: 1 });
    set({ maxSpeedMmS: 150 });
    expect(apply('hssp.play', { ...play, playback_rate: 2 })).toEqual({ ...play, playback_rate: 1.5 });
  });
});

test.each([
  [{ maxSpeedMmS: 0 }, 'The speed limit'],
  [{ maxAccelerationMmS2: Number.NaN }, 'The acceleration limit'],
  [{ stroke: { min: 0.6, max: 0.4 } }, 'The stroke limit'],
  [{ rampMs: -1 }, 'The ramp'],
  [{ maxAmplitude: 2 }, 'The amplitude limit'],
])('limits that make no sense are refused and change nothing: %o', (changes, text) => {
  const { set, current } = setUp();
  expect(() => set(changes)).toThrow(text);
  expect(current()).toBe(NO_LIMITS);
});

describe('a slow start', () => {
  test('lets alternating motion rise from the slowest to what was asked, and says it again as it rises', () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    expect(apply('hamp.velocity', { velocity: 0.8 })).toEqual({ velocity: 0 });
    time.advance(10_000);
    expect(resent).toEqual([
      'hamp.velocity {"velocity":0.25}',
      'hamp.velocity {"velocity":0.5}',
      'hamp.velocity {"velocity":0.75}',
      'hamp.velocity {"velocity":0.8}',
    ]);
    expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 1 });
  });

  test('rises to the speed limit where there is one', () => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 1000, maxSpeedMmS: 200 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    time.advance(5000);
    expect(resent).toEqual(['hamp.velocity {"velocity":0.25}', 'hamp.velocity {"velocity":0.5}']);
  });

  test('lets a vibration rise too', () => {
    const { set, apply, be, time, resent } = setUp();
    set({ rampMs: 1000 });
    const wanted = { amplitude: 0.9, frequency: 75, position: 0 };
    expect(apply('hvp.setState', wanted)).toEqual({ ...wanted, amplitude: 0 });
    be({ hvp: { ...initialState.hvp, enabled: true } });
    time.advance(5000);
    expect(resent.map((text) => JSON.parse(text.replace('hvp.setState ', '')).amplitude)).toEqual([0.5, 0.9]);
  });

  test('holds direct moves back until its time is over; after a rest of two seconds it begins again', () => {
    const { set, apply, time } = setUp();
    set({ rampMs: 1000 });
    const speed = () => Math.round((apply('hdsp.xava', { xa: 50, va: 400 }) as { va: number }).va); // the call's own field
    expect(speed()).toBe(32);
    time.advance(500);
    expect(speed()).toBe(200);
    time.advance(500);
    expect(speed()).toBe(400);
    time.advance(2001);
    expect(speed()).toBe(32);
  });

  test('ends with a Stop: nothing rises after it, and the next motion is a start', () => {
    const { set, apply, hamp, time, resent, stopped } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    time.advance(600);
    stopped();
    hamp(false);
    time.advance(10_000);
    expect(resent).toHaveLength(1);
    apply('hamp.start', {});
    expect(apply('hamp.velocity', { velocity: 1 })).toEqual({ velocity: 0 });
  });

  test('a last step that the network swallowed is sent again once the device can be reached, while it moves', async () => {
    const { set, apply, hamp, be, time, resent, cut } = setUp();
    set({ rampMs: 1000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    await time.run(600);
    cut(true);
    await time.run(500);
    expect(resent.at(-1)).toBe('hamp.velocity {"velocity":0.8}');
    be({ sseConnected: false });
    cut(false);
    const before = resent.length;
    await time.run(5_000);
    expect(resent).toHaveLength(before);
    be({ sseConnected: true });
    await time.run(5_000);
    expect(resent.slice(before)).toEqual(['hamp.state {}', 'hamp.velocity {"velocity":0.8}']);
    expect(time.pending()).toBe(0);
  });

  test('a vibration that somebody stopped while the events were away is not begun again by a step', async () => {
    const { set, apply, be, time, resent, vibratesNow } = setUp();
    set({ rampMs: 2000 });
    apply('hvp.setState', { amplitude: 0.8, frequency: 50, position: 0 });
    be({ hvp: { ...initialState.hvp, enabled: true } });
    be({ sseConnected: false });
    await time.run(3_000);
    vibratesNow(false);
    be({ sseConnected: true });
    await time.run(10_000);
    expect(resent).toEqual(['hvp.state {}']);
    expect(time.pending()).toBe(0);
  });

  test.each([
    [50_000, 1],
    [70_000, 0],
  ])('a step that waits %i ms for the events is sent %i times', async (awayMs, times) => {
    const { set, apply, hamp, be, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    be({ sseConnected: false });
    await time.run(awayMs);
    be({ sseConnected: true });
    await time.run(10_000);
    expect(resent.filter((call) => call.startsWith('hamp.velocity'))).toHaveLength(times);
    expect(time.pending()).toBe(0);
  });

  test('a step that the network swallowed is not sent to a device that was stopped meanwhile', async () => {
    const { set, apply, hamp, time, resent, cut, stopped } = setUp();
    set({ rampMs: 1000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 0.8 });
    cut(true);
    await time.run(1_100);
    stopped();
    hamp(false);
    const before = resent.length;
    await time.run(10_000);
    expect(resent).toHaveLength(before);
  });

  test.each(['hamp.stop', 'hsp.play', 'hdsp.xpt'] as const)('rises no more after %s', (call) => {
    const { set, apply, hamp, time, resent } = setUp();
    set({ rampMs: 2000 });
    apply('hamp.start', {});
    hamp(true);
    apply('hamp.velocity', { velocity: 1 });
    apply(call, {});
    time.advance(10_000);
    expect(resent).toEqual([]);
  });

  test('a device that somebody has set in motion already is not slowed', () => {
    const { set, apply, hamp } = setUp();
    hamp(true);
    set({ rampMs: 2000 });
    expect(apply('hamp.velocity', { velocity: 0.8 })).toEqual({ velocity: 0.8 });
  });
});
