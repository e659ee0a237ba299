import { DeviceRefusal } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { movementOrDefault } from '../model-movement.ts';
import { FULL_WINDOW } from '../zone.ts';
import { NEW_GUEST_MOTION } from './guest-motion-state.ts';
import { brakeToStandstill, GUEST_BUFFER_POINTS, neededReadings } from './guest-readings.ts';

const limits = { allow: ['hsp', 'hdsp'], speed: 0.5, stroke: FULL_WINDOW, intensity: 1 } as const;
const needs = (name: 'hamp.start' | 'hdsp.xat' | 'hdsp.xava' | 'hsp.add' | 'hsp.play' | 'hsp.resume', speed = 0.5) =>
  neededReadings({ name, input: {}, plan: NEW_GUEST_MOTION, limits: { ...limits, speed } });

describe('the readings that a call needs', () => {
  test('are the position for starts and timed moves, the offset for streams, and none without a speed limit', () => {
    expect(needs('hamp.start')).toEqual({ place: false, offset: false });
    expect(needs('hdsp.xava')).toEqual({ place: false, offset: false });
    expect(needs('hdsp.xat')).toEqual({ place: true, offset: false });
    for (const name of ['hsp.add', 'hsp.play', 'hsp.resume'] as const)
      expect(needs(name)).toEqual({ place: true, offset: true });
    expect(needs('hsp.play', 1)).toEqual({ place: false, offset: false });
  });
});

describe('a slider that has to rest first', () => {
  const at = (speedMmS: number) => ({
    movement: movementOrDefault(undefined),
    stroke: FULL_WINDOW,
    positionMm: 50,
    speedMmS,
    nowMs: 0,
    leadMs: 0,
    offsetMs: 0,
    maxPoints: GUEST_BUFFER_POINTS,
  });

  function controls(...speeds: number[]) {
    const done: string[] = [];
    return {
      done,
      brake: async () => done.push('brake'),
      readDevice: async () => at(speeds.shift() ?? 0),
      waitMs: async (ms: number) => void done.push(`wait ${ms}`),
    };
  }

  test('is braked and read until it stands still', async () => {
    const world = controls(120, -3, 0);
    expect((await brakeToStandstill(world)).speedMmS).toBe(0);
    expect(world.done).toEqual(['brake', 'wait 60', 'wait 60']);
  });

  test('gets no further command if it does not come to rest', async () => {
    await expect(brakeToStandstill(controls(120, 120, 120))).rejects.toThrow(DeviceRefusal);
  });
});
