import { deviceModeSchema, HdspState } from '@tactus/protocol';
import { type DeviceState, initialState } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { isInMotion, modeName } from './motion.ts';

const moving: DeviceState = {
  ...initialState,
  connected: true,
  hamp: { play_state: 1, velocity: 0.4, direction: true },
};

test('a device that reports motion moves, and a lost one is assumed to go on', () => {
  expect(isInMotion(moving)).toBe(true);
  expect(isInMotion({ ...moving, connected: false })).toBe(true);
  expect(isInMotion(initialState)).toBe(false);
});

test('a running direct move is motion, and its end is none', () => {
  expect(isInMotion({ ...initialState, hdsp: { state: HdspState.MOVING } })).toBe(true);
  expect(isInMotion({ ...initialState, hdsp: { state: HdspState.POINT_REACHED } })).toBe(false);
});

test('the two modes of later firmware are read, and have names for people', () => {
  expect([9, 10].map((mode) => modeName(deviceModeSchema.parse(mode)))).toEqual(['mode.hrpp', 'mode.disabled']);
});
