import { expect, test } from 'vitest';
import { movementOfModel } from '../model-movement.ts';
import type { DeviceAtGuestCall } from './guest-limits.ts';
import { type GuestMotionState, type GuestStream, NEW_GUEST_MOTION } from './guest-motion-state.ts';
import { expectedDeviceOnArrival } from './guest-points.ts';
import { mustRestBeforeCall } from './guest-stream.ts';

const NOW_MS = 1_700_000_000_000;
const movement = movementOfModel(0) ?? expect.fail('a Handy has a slider');
const percent = (share: number) => 5 + movement.travel.lengthMm * share;
const device: DeviceAtGuestCall = {
  movement,
  stroke: { min: 0, max: 1 },
  ...{ positionMm: percent(0.2), speedMmS: 48, nowMs: NOW_MS, leadMs: 400, offsetMs: 0, maxPoints: 3_000 },
};
/** Up by 50 % in a second and down again; at the time of the call the stream stands at 400 ms. */
const stream: GuestStream = {
  requested: [],
  sent: [
    { t: 0, x: 0 },
    { t: 1_000, x: 50 },
    { t: 2_000, x: 0 },
  ],
  ...{ limitedRate: 1, tail: 3, phase: 'playing', loop: false, rate: 1, atMs: NOW_MS - 400, streamMs: 0 },
};
const plan: GuestMotionState = { ...NEW_GUEST_MOTION, mode: 'hsp', moves: true, stream };

test('a slider that follows its stream is expected at the stream’s position when the call arrives', () => {
  // Read at 200 ms of the stream, at 10 %; the call arrives at 600 ms.
  const read = { ...device, positionMm: percent(0.1) };
  const found = expectedDeviceOnArrival(read, plan);
  expect(found.positionMm).toBeCloseTo(percent(0.3), 6);
  expect(found.speedMmS).toBeCloseTo(movement.travel.lengthMm / 2, 6);
  const late = { ...stream, atMs: NOW_MS - 1_000 };
  // Down from the turn, at a rate, and with the owner's offset.
  const turned = expectedDeviceOnArrival({ ...device, positionMm: percent(0.4) }, { ...plan, stream: late });
  expect(turned.positionMm).toBeCloseTo(percent(0.4), 6);
  expect(turned.speedMmS).toBeLessThan(0);
  const shifted = expectedDeviceOnArrival({ ...read, positionMm: percent(0.2), offsetMs: 200 }, plan);
  expect(shifted.positionMm).toBeCloseTo(percent(0.4), 6);
  // After the end the stream rests, and a loop begins again.
  const ended = { ...plan, stream: { ...stream, atMs: NOW_MS - 9_000 } };
  expect(expectedDeviceOnArrival({ ...device, positionMm: percent(0), speedMmS: 0 }, ended)).toMatchObject({
    speedMmS: 0,
  });
  const lap = { ...plan, stream: { ...stream, loop: true, atMs: NOW_MS - 2_400 } };
  expect(expectedDeviceOnArrival(read, lap).positionMm).toBeCloseTo(percent(0.3), 6);
});

test('a slider whose motion differs from the stream’s counts as where it was read', () => {
  const rests = { ...device, positionMm: percent(0.1), speedMmS: 0 };
  expect(expectedDeviceOnArrival(rests, plan)).toBe(rests);
  const moves = { ...device, positionMm: percent(0) };
  expect(expectedDeviceOnArrival(moves, { ...plan, stream: { ...stream, atMs: NOW_MS - 9_000 } })).toBe(moves);
});

test('a slider that follows its stream at a small distance goes on at that distance', () => {
  const found = expectedDeviceOnArrival({ ...device, positionMm: percent(0.1) + 2 }, plan);
  expect(found.positionMm).toBeCloseTo(percent(0.3) + 2, 6);
});

test('a slider elsewhere, or without a stream, counts as where it was read, and rests before a play', () => {
  const elsewhere = { ...device, positionMm: percent(0.8) };
  const play = { name: 'hsp.play', input: {}, plan, device: elsewhere } as const;
  const limits = { allow: ['hsp'], speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1 } as const;
  expect(expectedDeviceOnArrival(elsewhere, plan)).toBe(elsewhere);
  expect(expectedDeviceOnArrival(device, { ...plan, mode: 'hdsp' })).toBe(device);
  expect(mustRestBeforeCall({ ...play, limits })).toBe(true);
  expect(mustRestBeforeCall({ ...play, limits, device: { ...elsewhere, speedMmS: 0 } })).toBe(false);
  expect(mustRestBeforeCall({ ...play, limits: { ...limits, speed: 1 } })).toBe(false);
  expect(mustRestBeforeCall({ ...play, limits, device: { ...device, positionMm: percent(0.1) } })).toBe(false);
  expect(mustRestBeforeCall({ ...play, limits, name: 'hsp.add' })).toBe(false);
});
