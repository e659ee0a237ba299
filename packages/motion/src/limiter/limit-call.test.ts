import { describe, expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import { FULL_WINDOW } from '../zone.ts';
import { isLimitableCall, type LimitedDevice, limitCall } from './limit-call.ts';
import { type MotionLimits, NO_LIMITS } from './motion-limits.ts';

const handy: LimitedDevice = { movement: movementOfModel(0), stroke: FULL_WINDOW, positionMm: 5 };
const LENGTH_MM = 97.826;
const limits = (changes: Partial<MotionLimits>): MotionLimits => ({ ...NO_LIMITS, ...changes });
const limited = (
  name: Parameters<typeof limitCall>[0],
  input: Record<string, unknown>,
  changes: Partial<MotionLimits>,
  device = handy,
) => limitCall(name, input, device, limits(changes), undefined).input;

describe('limits on calls', () => {
  test('calls that move nothing pass unchanged, and so do all calls without limits', () => {
    const input = { offset: 20 };
    expect(limited('hstp.setOffset', input, { maxSpeedMmS: 1 })).toBe(input);
    for (const [name, body] of [
      ['hamp.velocity', { velocity: 1 }],
      ['hdsp.xava', { xa: 40, va: 400 }],
      ['hdsp.xpvp', { xp: 0.5, vp: 1, va: 1 }],
      ['hdsp.xpt', { xp: 1, t: 10 }],
      ['slider.setStroke', { min: 0, max: 1 }],
      ['hvp.setState', { amplitude: 1, frequency: 75, position: 0 }],
    ] as const)
      expect(limited(name, body, {})).toEqual(body);
  });

  test('a velocity is capped at the allowed share of the top speed', () => {
    expect(limited('hamp.velocity', { velocity: 0.9 }, { maxSpeedMmS: 200 })).toEqual({ velocity: 0.5 });
  });

  test('a stroke window is clamped to the allowed one', () => {
    const changes = { stroke: { min: 0.2, max: 0.6 } };
    expect(limited('slider.setStroke', { min: 0, max: 1 }, changes)).toEqual({ min: 0.2, max: 0.6 });
    expect(limited('slider.setStroke', { max: 0.1 }, changes)).toEqual({ max: 0.2 });
  });

  test('the zone of alternating motion stays inside the allowed stroke, as a share of the set one', () => {
    const changes = { stroke: { min: 0.2, max: 0.6 } };
    expect(limited('hamp.stroke', { min: 0, max: 1 }, changes)).toEqual({ min: 0.2, max: 0.6 });
    const half = { ...handy, stroke: { min: 0, max: 0.5 } };
    expect(limited('hamp.stroke', { min: 0, max: 0.75 }, changes, half)).toEqual({ min: 0.4, max: 0.75 });
    expect(limited('hamp.stroke', { min: 0, max: 0.5 }, { ...changes, reversed: true })).toEqual({
      min: 0.5,
      max: 0.6,
    });
    const beside = { ...handy, stroke: { min: 0.8, max: 1 } };
    expect(limited('hamp.stroke', { min: 0, max: 1 }, changes, beside)).toEqual({ min: 0, max: 0 });
  });

  test('points and scripts stay inside the allowed stroke, as a share of the set one', () => {
    const changes = { stroke: { min: 0.2, max: 0.6 } };
    const half = { ...handy, stroke: { min: 0, max: 0.5 } };
    const points = [0, 100, 50].map((x, index) => ({ t: index * 500, x }));
    const held = [40, 100, 50].map((x, index) => ({ t: index * 500, x }));
    expect(limited('hsp.add', { points }, changes, half)).toEqual({ points: held });
    expect(limited('hsp.play', { add: { points } }, changes, half)).toEqual({ add: { points: held } });
    const actionsOf = (some: typeof points) => ({ actions: some.map(({ t, x }) => ({ at: t, pos: x })) });
    expect(limited('hssp.setup', actionsOf(points), changes, half)).toEqual(actionsOf(held));
    expect(limited('hsp.add', { points: [{ t: 0, x: 90 }] }, { stroke: { min: 0.333, max: 0.334 } })).toEqual({
      points: [{ t: 0, x: 33 }],
    });
  });

  test('a slider outside the allowed stroke moves into it no faster than allowed', () => {
    const top = { ...handy, positionMm: 5 + LENGTH_MM };
    const points = [0, 100, 200, 300].map((t) => ({ t, x: 100 }));
    const changes = { stroke: { min: 0, max: 0.75 }, maxSpeedMmS: LENGTH_MM };
    expect(limited('hsp.add', { points }, changes, top)).toEqual({
      points: [100, 90, 80, 75].map((x, index) => ({ t: index * 100, x })),
    });
  });

  test('a direct move stays inside the allowed stroke and speed', () => {
    const changes = { stroke: { min: 0, max: 0.5 }, maxSpeedMmS: 100 };
    expect(limited('hdsp.xava', { xa: 90, va: 300 }, changes)).toEqual({ xa: 5 + LENGTH_MM / 2, va: 100 });
    expect(limited('hdsp.xpvp', { xp: 1, vp: 0.8 }, changes)).toEqual({ xp: 0.5, vp: 0.25 });
  });

  test('a timed move gets the time that it needs at the allowed speed', () => {
    expect(limited('hdsp.xpt', { xp: 1, t: 100 }, { maxSpeedMmS: 100 })).toEqual({ xp: 1, t: 979 });
    const nowhere = { ...handy, positionMm: undefined };
    expect(limited('hdsp.xat', { xa: 6, t: 100 }, { maxSpeedMmS: 100 }, nowhere)).toEqual({ xa: 6, t: 979 });
  });

  test('a direct move of no time that stops is a stop, and passes unchanged', () => {
    const stop = { xp: 0.9, t: 0, stop_on_target: true };
    expect(limited('hdsp.xpt', stop, { maxSpeedMmS: 100 })).toEqual(stop);
  });

  test('points that replace others during a playback begin on their course, not where the slider is by then', () => {
    const rules = limits({ maxSpeedMmS: LENGTH_MM });
    const points = [
      { t: 0, x: 0 },
      { t: 1_000, x: 80 },
      { t: 2_000, x: 0 },
    ];
    const first = limitCall('hsp.add', { points }, handy, rules, undefined);
    const flush = { points: points.slice(1), flush: true };
    expect(limitCall('hsp.add', flush, handy, rules, first.stream).input).toEqual(flush);
  });

  test('points are limited from call to call; a flush begins again at the slider’s position', () => {
    const rules = limits({ maxSpeedMmS: LENGTH_MM });
    const first = limitCall(
      'hsp.add',
      {
        points: [
          { t: 0, x: 0 },
          { t: 500, x: 100 },
        ],
      },
      handy,
      rules,
      undefined,
    );
    expect(first.input).toEqual({
      points: [
        { t: 0, x: 0 },
        { t: 500, x: 50 },
      ],
    });
    const second = limitCall('hsp.add', { points: [{ t: 1_000, x: 100 }] }, handy, rules, first.stream);
    expect(second.input).toEqual({ points: [{ t: 1_000, x: 100 }] });
    const flush = {
      points: [
        { t: 2_000, x: 100 },
        { t: 2_100, x: 100 },
      ],
      flush: true,
    };
    expect(limitCall('hsp.add', flush, handy, rules, second.stream).input).toEqual({
      points: [
        { t: 2_000, x: 0 },
        { t: 2_100, x: 10 },
      ],
      flush: true,
    });
  });

  test('a play limits its points and starts the ramp', () => {
    const rules = limits({ maxSpeedMmS: LENGTH_MM, rampMs: 2_000 });
    const add = {
      points: [
        { t: 0, x: 0 },
        { t: 1_000, x: 100 },
        { t: 2_000, x: 0 },
      ],
      flush: true,
    };
    expect(limitCall('hsp.play', { start_time: 0, add }, handy, rules, undefined).input).toMatchObject({
      add: {
        points: [
          { t: 0, x: 0 },
          { t: 1_000, x: 25 },
          { t: 2_000, x: 0 },
        ],
      },
    });
  });

  test('reversed mirrors direct moves, the zone of alternating motion and scripts', () => {
    const changes = { reversed: true };
    expect(limited('hdsp.xpt', { xp: 0.25, t: 500 }, changes)).toEqual({ xp: 0.75, t: 500 });
    expect(limited('hdsp.xat', { xa: 5, t: 500 }, changes)).toEqual({ xa: 5 + LENGTH_MM, t: 500 });
    expect(limited('hamp.stroke', { min: 0.1, max: 0.4 }, changes)).toEqual({ min: 0.6, max: 0.9 });
    expect(
      limited(
        'hssp.setup',
        {
          actions: [
            { at: 0, pos: 0 },
            { at: 900, pos: 30 },
          ],
        },
        changes,
      ),
    ).toEqual({
      actions: [
        { at: 0, pos: 100 },
        { at: 900, pos: 70 },
      ],
    });
  });

  test('a reversed whole script begins at its mirrored first position', () => {
    const actions = [0, 400, 800].map((at) => ({ at, pos: at === 400 ? 40 : 0 }));
    expect(limited('hssp.setup', { actions }, { reversed: true, maxSpeedMmS: LENGTH_MM })).toEqual({
      actions: [100, 60, 100].map((pos, index) => ({ at: index * 400, pos })),
    });
  });

  test('after a start alternating motion, vibration and direct moves have the ramp’s share of the requested speed', () => {
    const risen = { ...handy, risen: 0.5 };
    expect(limited('hamp.velocity', { velocity: 0.2 }, {}, risen)).toEqual({ velocity: 0.1 });
    expect(limited('hamp.velocity', { velocity: 1 }, { maxSpeedMmS: 200 }, risen)).toEqual({ velocity: 0.25 });
    expect(limited('hvp.setState', { amplitude: 0.4, frequency: 75 }, {}, risen)).toMatchObject({ amplitude: 0.2 });
    const capped = limited('hvp.setState', { amplitude: 0.9, frequency: 75 }, { maxAmplitude: 0.5 }, risen);
    expect(capped).toMatchObject({ amplitude: 0.25 });
    expect(limited('hdsp.xava', { xa: 90, va: 400 }, {}, risen)).toEqual({ xa: 90, va: 200 });
    expect(limited('hdsp.xava', { xa: 90, va: 20 }, {}, risen)).toEqual({ xa: 90, va: 20 });
    expect(limited('hdsp.xpt', { xp: 1, t: 1_000 }, {}, risen)).toEqual({ xp: 1, t: 2_000 });
    expect(limited('hdsp.xpt', { xp: 1, t: 100 }, {}, risen)).toEqual({ xp: 1, t: 490 });
    expect(limited('hdsp.xpt', { xp: 0, t: 100 }, {}, risen)).toEqual({ xp: 0, t: 100 });
    expect(limited('hdsp.xpvp', { xp: 1, vp: 1 }, {}, { ...handy, risen: 0 })).toEqual({ xp: 1, vp: 0.08 });
  });

  test('a vibration is capped at the allowed amplitude', () => {
    const oh = { ...handy, movement: undefined };
    expect(limited('hvp.setState', { amplitude: 0.9, frequency: 75, position: 0 }, { maxAmplitude: 0.5 }, oh)).toEqual({
      amplitude: 0.5,
      frequency: 75,
      position: 0,
    });
  });

  test.each([
    [100, 0.6],
    [6, 0.2],
    [50, undefined],
    [200, undefined],
  ])('a vibration at %i mm is in the allowed stroke, or at the slider’s own place', (position, end) => {
    const body = { amplitude: 0.5, frequency: 75, position };
    const at = end === undefined ? position : 5 + end * LENGTH_MM;
    expect(limited('hvp.setState', body, { stroke: { min: 0.2, max: 0.6 } })).toEqual({ ...body, position: at });
    expect(limited('hvp.setState', { ...body, position: 0 }, { maxSpeedMmS: 50 })).toEqual({ ...body, position: 0 });
  });

  test('a script that the cloud fetches cannot be limited', () => {
    expect(isLimitableCall('hssp.setup', { url: 'https://example.org/a.csv' })).toBe(false);
    expect(isLimitableCall('hssp.setup', { csv: '0,1' })).toBe(false);
    expect(isLimitableCall('hssp.setup', { actions: [] })).toBe(true);
    expect(isLimitableCall('stream.setup', { stream_ref: 'x' })).toBe(false);
    expect(isLimitableCall('hsp.add', { points: [] })).toBe(true);
  });
});
