import { type DeviceState, initialState } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { isInMotion } from './motion.ts';

const moving: DeviceState = {
  ...initialState,
  connected: true,
  hamp: { play_state: 1, velocity: 0.4, direction: true },
};

test('a device that reports motion moves, and one that is lost is taken to move on', () => {
  expect(isInMotion(moving)).toBe(true);
  expect(isInMotion({ ...moving, connected: false })).toBe(true);
  expect(isInMotion(initialState)).toBe(false);
});
