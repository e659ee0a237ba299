import { movementOrDefault, TRACK_HORIZON_MS } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createMotionCore } from './motion-core.ts';

test('the travelled distance counts the pieces of a stream that are planned while it is read', () => {
  const time = createFakeTime();
  const core = createMotionCore({ movement: movementOrDefault(undefined), time, onIntent: () => undefined });
  const points = [
    { t: 0, x: 0 },
    { t: 500, x: 100 },
    { t: 1_000, x: 0 },
  ];
  const clock = { atMs: time.monotonic(), streamMs: 0, rate: 1 };
  core.follow({ kind: 'track', stream: { points, clock, loop: true } });
  time.advance(3 * TRACK_HORIZON_MS);

  const firstMm = core.travelledMm();

  expect(firstMm).toBeGreaterThan(0);
  expect(core.travelledMm()).toBe(firstMm);
});
