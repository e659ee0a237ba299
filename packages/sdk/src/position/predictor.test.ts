import { stateAt } from '@tactus/motion';
import { DeviceMode } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { type DeviceState, initialState } from '../state/device-state.ts';
import { movementOf, planDirectMove } from './movement.ts';
import { createPredictor } from './predictor.ts';

const slider = { ...initialState.slider, min: 0.25, max: 0.75, min_absolute: 30, max_absolute: 80 };
const handy: DeviceState = {
  ...initialState,
  connected: true,
  mode: DeviceMode.HAMP,
  info: { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ' },
  slider,
};
const playing: DeviceState = { ...handy, hamp: { play_state: 1, velocity: 0.5, direction: true } };
const reading = (position_absolute: number, speed_absolute = 0, dir = true) => ({
  call: 'slider.state' as const,
  input: {},
  result: { position: 0, position_absolute, speed_absolute, dir, motor_temp: 30, motor_position: 0 },
});

test('the travel follows from the window in both measures, and a device without a slider has none', () => {
  const movement = movementOf(handy)!;
  expect(movement.travel).toEqual({ offsetMm: 5, lengthMm: 100 });
  expect(movement.stroke).toEqual({ minMm: 30, maxMm: 80 });
  expect(movementOf({ ...handy, capabilities: { slider: 0 } })).toBeUndefined();
  expect(movementOf(initialState)).toBeUndefined();
  const collapsed = { ...handy, slider: { ...slider, max: 0.25, max_absolute: 30 } };
  expect(movementOf(collapsed)?.travel).toEqual({ offsetMm: 5, lengthMm: 97.826 });
});

describe('the estimate', () => {
  test('is unknown until something was heard of the slider', () => {
    const predictor = createPredictor();
    expect(predictor.at(handy, 0)).toBeUndefined();
    predictor.accepted(handy, { ...reading(55), atMs: 0 });
    expect(predictor.at(handy, 10)).toEqual({
      position01: 0.5,
      positionMm: 55,
      speedMmS: 0,
      moving: false,
      estimated: true,
    });
  });

  test('moves to and fro inside the stroke window at the speed of the velocity, and rests after the stop', () => {
    const predictor = createPredictor();
    predictor.accepted(handy, { ...reading(55), atMs: 0 });
    predictor.changed(playing, handy, 1_000);
    const samples = Array.from({ length: 300 }, (_, index) => predictor.at(playing, 1_000 + index * 10)!);
    for (const { positionMm, speedMmS } of samples) {
      expect(positionMm).toBeGreaterThanOrEqual(30);
      expect(positionMm).toBeLessThanOrEqual(80);
      expect(Math.abs(speedMmS)).toBeLessThanOrEqual(200.000_001);
    }
    expect(Math.max(...samples.map(({ positionMm }) => positionMm))).toBeCloseTo(80, 0);
    expect(Math.min(...samples.map(({ positionMm }) => positionMm))).toBeCloseTo(30, 0);
    expect(samples[5]).toMatchObject({ moving: true, speedMmS: expect.any(Number) });
    expect(samples[1]!.positionMm).toBeGreaterThan(55);

    predictor.changed(handy, playing, 4_000);
    const rest = predictor.at(handy, 4_100)!;
    expect(rest).toMatchObject({ moving: false, speedMmS: 0 });
    expect(predictor.at(handy, 9_000)!.positionMm).toBe(rest.positionMm);
  });

  test('goes over into a correction without a jump', () => {
    const predictor = createPredictor();
    predictor.accepted(handy, { ...reading(40), atMs: 0 });
    predictor.accepted(handy, { ...reading(60), atMs: 1_000 });
    expect(predictor.at(handy, 1_000)!.positionMm).toBe(40);
    expect(predictor.at(handy, 1_150)!.positionMm).toBe(50);
    expect(predictor.at(handy, 1_300)!.positionMm).toBe(60);
    expect(predictor.readings().map(({ atMs, positionMm, position01 }) => [atMs, positionMm, position01])).toEqual([
      [0, 40, 0.35],
      [1_000, 60, 0.55],
    ]);
  });

  test('while it moves, a reading sets the phase', () => {
    const predictor = createPredictor();
    predictor.changed(playing, handy, 0);
    predictor.accepted(playing, { ...reading(60, 200, false), atMs: 500 });
    const later = predictor.at(playing, 900)!;
    expect(predictor.at(playing, 500)!.speedMmS).toBe(-200);
    expect(later.positionMm).toBeGreaterThanOrEqual(30);
  });

  test('a narrower window and the HAMP zone inside it are kept', () => {
    const predictor = createPredictor();
    predictor.accepted(handy, { ...reading(55), atMs: 0 });
    predictor.changed(playing, handy, 0);
    predictor.accepted(playing, { call: 'hamp.stroke', input: { min: 0.5, max: 1 }, result: playing.hamp, atMs: 100 });
    const late = Array.from({ length: 200 }, (_, index) => predictor.at(playing, 1_500 + index * 10)!.positionMm);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(55 - 1e-6);
    expect(Math.max(...late)).toBeLessThanOrEqual(80);
    const left: DeviceState = { ...playing, mode: DeviceMode.IDLE, hamp: initialState.hamp };
    predictor.changed(left, playing, 5_000);
    predictor.changed(playing, left, 6_000);
    const whole = Array.from({ length: 200 }, (_, index) => predictor.at(playing, 7_000 + index * 10)!.positionMm);
    expect(Math.min(...whole)).toBeLessThan(31);
  });

  test('a window that is moved away from a resting slider takes it along, slowly', () => {
    const predictor = createPredictor();
    predictor.accepted(handy, { ...reading(35), atMs: 0 });
    const narrow: DeviceState = { ...handy, slider: { ...slider, min: 0.5, min_absolute: 55 } };
    predictor.changed(narrow, handy, 1_000);
    expect(predictor.at(narrow, 1_000)!.positionMm).toBe(35);
    expect(predictor.at(narrow, 1_200)!.speedMmS).toBe(32);
    expect(predictor.at(narrow, 3_000)).toMatchObject({ positionMm: 55, speedMmS: 0 });
    const same: DeviceState = { ...narrow, slider: { ...narrow.slider, motor_temp: 40 } };
    predictor.changed(same, narrow, 4_000);
    expect(predictor.at(same, 5_000)!.positionMm).toBe(55);
  });

  test('follows direct moves, and knows for a while where in the stroke the slider is', () => {
    const direct: DeviceState = { ...handy, mode: DeviceMode.HDSP };
    const predictor = createPredictor();
    expect(predictor.inStroke01(direct, 0)).toBeUndefined();
    predictor.accepted(direct, { ...reading(30), atMs: 0 });
    predictor.accepted(direct, { call: 'hdsp.xpt', input: { xp: 1, t: 1_000 }, result: 'ok', atMs: 100 });
    expect(predictor.at(direct, 600)!.positionMm).toBeCloseTo(55, 1);
    expect(predictor.at(direct, 1_100)!.positionMm).toBeCloseTo(80, 6);
    expect(predictor.inStroke01(direct, 600)).toBeCloseTo(0.5, 2);
    expect(predictor.inStroke01(direct, 5_101)).toBeUndefined();
  });

  test('forgets everything with the device', () => {
    const predictor = createPredictor();
    predictor.accepted(handy, { ...reading(40), atMs: 0 });
    predictor.forget();
    expect(predictor.at(handy, 1)).toBeUndefined();
    expect(predictor.readings()).toEqual([]);
  });
});

test('a direct move takes position and pace in either measure', () => {
  const movement = movementOf(handy)!;
  const from = { positionMm: 30, speedMmS: 0 };
  const topSpeed = (move: Parameters<typeof planDirectMove>[0], isShare: boolean) => {
    const plan = planDirectMove(move, isShare, movement, from, 0);
    return Math.max(...plan.knots.map(({ speedMmS }) => speedMmS));
  };
  expect(topSpeed({ xa: 80, va: 100 }, false)).toBe(100);
  expect(topSpeed({ xp: 1, vp: 0.5, va: 0.5 }, true)).toBe(200);
  expect(topSpeed({ xp: 1, vp: 0 }, true)).toBe(32);
  expect(stateAt(planDirectMove({ xp: 0.5, t: 500 }, false, movement, from, 0), 10_000).positionMm).toBe(55);
});
