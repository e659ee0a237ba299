import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { initialState } from '../state/device-state.ts';
import { handy, setUpPredictor } from '../testing/predicted-device.ts';
import { movementParametersOf } from './movement.ts';

const playing = { play_state: 1, velocity: 0.5, direction: true } as const;
const stopped = { play_state: 0, velocity: 0.5, direction: true } as const;

test('the travel follows from the window in both measures, and a device without a slider has none', () => {
  expect(movementParametersOf(handy)).toMatchObject({
    travel: { offsetMm: 5, lengthMm: 100 },
    stroke: { minMm: 30, maxMm: 80 },
  });
  expect(movementParametersOf({ ...handy, capabilities: { slider: 0 } })).toBeUndefined();
  expect(movementParametersOf(initialState)).toBeUndefined();
  const collapsed = { ...handy, slider: { ...handy.slider, max: 0.25, max_absolute: 30 } };
  expect(movementParametersOf(collapsed)?.travel).toEqual({ offsetMm: 5, lengthMm: 97.826 });
});

describe('the estimate', () => {
  test('is unknown until the slider was reported', () => {
    const { read, at } = setUpPredictor();
    expect(at()).toBeUndefined();
    read(55);
    expect(at()).toEqual({
      ...{ position01: 0.5, positionMm: 55, speedMmS: 0, moving: false },
      ...{ estimated: true, basis: 'plan' },
    });
  });

  test('is unknown of a device without a slider, whatever it vibrates', () => {
    const { change, makeCall, at } = setUpPredictor();
    change({ capabilities: { slider: 0, lra: 1 } });
    makeCall('hvp.setState', { amplitude: 0.5, frequency: 80, position: 0.5 });
    expect(at()).toBeUndefined();
  });

  test('is blended into a correction without a jump', () => {
    const { read, time, mm, predictor } = setUpPredictor({ tripMs: 0 });
    read(40);
    time.advance(1_000);
    read(60);
    expect(mm()).toBeCloseTo(40, 6);
    expect(mm(1_000 + (10 / 150) * 1_000)).toBeCloseTo(50, 6);
    expect(mm(1_300)).toBeCloseTo(60, 6);
    expect(predictor.readings().map(({ atMs, positionMm, position01 }) => [atMs, positionMm, position01])).toEqual([
      [0, 40, 0.35],
      [1_000, 60, 0.55],
    ]);
  });

  test('is reset with the device, and so are its pending calls', () => {
    const { predictor, read, send, at } = setUpPredictor();
    read(40);
    const late = send('hdsp.xpt', { xp: 1, t: 100 });
    predictor.forget();
    late.answer();
    expect(at()).toBeUndefined();
    expect(predictor.readings()).toEqual([]);
  });

  test('is not affected by a call that is refused before sending', () => {
    const { read, send, mm } = setUpPredictor();
    read(40);
    send('hsp.play', { start_time: 0, playback_rate: 0 }).fail();
    send('hsp.add', { points: 'many' }).fail();
    send('hdsp.xpt', undefined).fail();
    expect(mm()).toBe(40);
  });
});

describe('alternating motion', () => {
  function started() {
    const world = setUpPredictor();
    world.read(55);
    world.makeCall('hamp.start', {}, { ...playing, velocity: 0 });
    world.makeCall('hamp.velocity', { velocity: 0.5 }, playing);
    world.change({ hamp: playing });
    return world;
  }
  const samples = (mm: (atMs: number) => number, fromMs: number) =>
    Array.from({ length: 300 }, (_, index) => mm(fromMs + index * 10));

  test('moves to and fro inside the stroke window at the speed of the velocity, and rests after the stop', () => {
    const { mm, at, time, makeCall } = started();
    const seen = samples(mm, time.monotonic());
    expect(Math.max(...seen)).toBeCloseTo(80, 0);
    expect(Math.min(...seen)).toBeCloseTo(30, 0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(80);
    expect(at(time.monotonic() + 100)).toMatchObject({ moving: true });
    time.advance(3_000);
    makeCall('hamp.stop', {}, stopped);
    const rest = mm(time.monotonic() + 400);
    expect(at(time.monotonic() + 400)?.speedMmS).toBe(0);
    expect(mm(time.monotonic() + 9_000)).toBe(rest);
  });

  test('begins half a round trip after the start was sent, before its answer', () => {
    const { read, send, time, mm } = setUpPredictor({ tripMs: 300 });
    read(55);
    read(55);
    send('hamp.start');
    time.advance(120);
    expect(mm()).toBeCloseTo(55, 6);
    time.advance(100);
    expect(mm()).toBeCloseTo(55 + 32 * 0.07, 0);
  });

  test('is removed from the prediction when the start fails, and when no answer comes', () => {
    const { read, send, time, mm } = setUpPredictor({ tripMs: 100 });
    read(55);
    const refused = send('hamp.start');
    time.advance(100);
    expect(mm()).toBeGreaterThan(55);
    refused.fail();
    expect(mm(time.monotonic() + 1_000)).toBe(55);
    send('hamp.start');
    time.advance(2_000);
    expect(mm()).toBe(55);
  });

  test('is not shown at rest before the device has answered', () => {
    const { send, time, at } = started();
    time.advance(500);
    const stop = send('hamp.stop');
    time.advance(200);
    expect(Math.abs(at()?.speedMmS ?? 0)).toBeGreaterThan(0);
    stop.answer(stopped);
    expect(at(time.monotonic() + 100)?.speedMmS).toBe(0);
  });

  test('a narrower zone inside the stroke stays', () => {
    const { makeCall, mm, time } = started();
    makeCall('hamp.stroke', { min: 0.5, max: 1 }, playing);
    const late = samples(mm, time.monotonic() + 1_500);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(55 - 1e-6);
    expect(Math.max(...late)).toBeLessThanOrEqual(80);
  });

  test('a change by a button or another client is known by the event', () => {
    const { change, time, at } = started();
    change({ hamp: { ...playing, velocity: 0.1 } });
    expect(Math.abs(at(time.monotonic() + 400)?.speedMmS ?? 0)).toBeLessThanOrEqual(40.1);
    change({ hamp: stopped });
    expect(at(time.monotonic() + 200)?.speedMmS).toBe(0);
  });

  test('an event of a pending call shows that the device executed it', () => {
    const { send, predictor, time, at } = started();
    time.advance(500);
    send('hamp.stop');
    time.advance(30);
    predictor.eventReceived({ name: 'hamp_state_changed', data: stopped });
    expect(at(time.monotonic() + 100)?.speedMmS).toBe(0);
  });

  test('readings pick the phase: the time of the plan is shifted, and the position follows', () => {
    const { time, mm, read, send } = setUpPredictor({ tripMs: 60 });
    read(30);
    const start = send('hamp.start');
    time.advance(140);
    start.answer({ ...playing, velocity: 0 });
    // It was executed 110 ms after it was sent, which no answer shows: 32 mm/s from then on.
    const trueMm = (atMs: number) => 30 + ((atMs - 170) / 1_000) * 32;
    const offMm = () => Math.abs(mm() - trueMm(time.monotonic()));
    const before = offMm();
    for (let round = 0; round < 5; round++) {
      time.advance(100);
      read(trueMm(time.monotonic() + 30), 32);
    }
    time.advance(300);
    expect(before).toBeGreaterThan(0.6);
    expect(offMm()).toBeLessThan(0.4);
  });

  test('a reading that refutes every plan replaces them', () => {
    const { read, time, mm } = started();
    time.advance(100);
    read(31, 200, true);
    const readMs = time.monotonic() - 10;
    // Up to the end in 256 ms, and moving down again.
    expect(mm(readMs + 310)).toBeCloseTo(71.4, 0);
  });

  test.each([
    ['a blocked slider', { trouble: { ...initialState.trouble, sliderBlocked: true } }],
    ['a hot motor', { trouble: { ...initialState.trouble, motorHot: true } }],
    ['another mode', { mode: DeviceMode.IDLE }],
  ])('%s ends it', (_, changes) => {
    const { change, at, time } = started();
    change(changes);
    expect(at(time.monotonic() + 200)?.speedMmS).toBe(0);
  });

  test('goes on while the device is lost: no Stop was sent', () => {
    const { change, at, time } = started();
    change({ connected: false, hamp: initialState.hamp, mode: undefined });
    change({ connected: true });
    expect(Math.abs(at(time.monotonic() + 400)?.speedMmS ?? 0)).toBeGreaterThan(0);
  });
});

describe('the stroke window', () => {
  const narrow = { ...handy.slider, min: 0.5, min_absolute: 55 };

  test('moved away from a resting slider leaves it where it is (docs/decisions/005)', () => {
    const { read, makeCall, change, mm, time } = setUpPredictor();
    read(35);
    makeCall('slider.setStroke', { min: 0.5 }, { min: 0.5, max: 0.75, min_absolute: 55, max_absolute: 80 });
    change({ slider: narrow });
    expect(mm(time.monotonic() + 3_000)).toBe(35);
  });

  test('bounds every later motion, of any client', () => {
    const { read, makeCall, change, mm, time } = setUpPredictor();
    read(35);
    makeCall('hamp.start', {}, playing);
    change({ slider: narrow });
    const late = Array.from({ length: 300 }, (_, index) => mm(time.monotonic() + 2_000 + index * 10));
    expect(Math.min(...late)).toBeGreaterThanOrEqual(55 - 1e-6);
  });

  test('changes the target of a running direct move, not of one that has arrived', () => {
    const { read, makeCall, change, mm, time } = setUpPredictor();
    read(30);
    makeCall('hdsp.xpt', { xp: 0, t: 100 });
    time.advance(500);
    change({ slider: narrow });
    expect(mm(time.monotonic() + 1_000)).toBe(30);
    makeCall('hdsp.xpt', { xp: 1, t: 1_000 });
    change({ slider: { ...narrow, max: 0.7, max_absolute: 75 } });
    expect(mm(time.monotonic() + 2_000)).toBeCloseTo(75, 6);
  });
});

describe('direct moves', () => {
  test('are followed, and fix the position in the stroke for a while', () => {
    const { predictor, read, makeCall, mm, state, time } = setUpPredictor();
    expect(predictor.inStroke01(state(), 0)).toBeUndefined();
    read(30);
    makeCall('hdsp.xpt', { xp: 1, t: 1_000 });
    const sentMs = time.monotonic() - 10;
    expect(mm(sentMs + 500)).toBeCloseTo(55, 0);
    expect(mm(sentMs + 1_100)).toBeCloseTo(80, 6);
    expect(predictor.inStroke01(state(), sentMs + 500)).toBeCloseTo(0.5, 1);
    expect(predictor.inStroke01(state(), sentMs + 5_100)).toBeUndefined();
  });

  test.each([
    ['hdsp.xava', { xa: 80, va: 100 }, 100],
    ['hdsp.xavp', { xa: 80, vp: 0.5 }, 200],
    ['hdsp.xpva', { xp: 1, va: 1 }, 32],
    ['hdsp.xpvp', { xp: 1, vp: 0.25 }, 100],
    ['hdsp.xat', { xa: 80, t: 60_000 }, 32],
  ] as const)('%s goes at its pace within the range of the model', (call, input, speedMmS) => {
    const { read, makeCall, at, time } = setUpPredictor();
    read(30);
    makeCall(call, input);
    expect(at(time.monotonic() + 100)?.speedMmS).toBeCloseTo(speedMmS, 6);
  });

  test('a move of no duration that stops on its target brakes at once, and moves nothing at rest', () => {
    const { read, makeCall, mm, time } = setUpPredictor();
    read(40);
    makeCall('hdsp.xpt', { xp: 1, t: 0, stop_on_target: true });
    expect(mm(time.monotonic() + 1_000)).toBe(40);
  });

  test('of another client have an unknown target: only readings show the position', () => {
    const { read, change, at, time } = setUpPredictor();
    read(40);
    change({ hdsp: { state: 1 } });
    expect(at()).toMatchObject({ basis: 'reading', positionMm: 40 });
    time.advance(500);
    read(60, 100);
    expect(at(time.monotonic() + 400)).toMatchObject({ basis: 'reading', positionMm: 60, speedMmS: 0 });
    change({ hdsp: { state: 2 } });
    expect(at()?.basis).toBe('plan');
  });

  test('end when the device reports their end', () => {
    const { read, makeCall, change, at, time } = setUpPredictor();
    read(30);
    makeCall('hdsp.xpt', { xp: 1, t: 1_000 });
    change({ hdsp: { state: 1 } });
    time.advance(200);
    change({ hdsp: { state: 0 } });
    expect(at(time.monotonic() + 100)?.speedMmS).toBe(0);
  });
});
