import type { StrokeWindow } from '@tactus/motion';
import type { Device } from '@tactus/sdk';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createStrokeAtRest } from './stroke-at-rest.ts';

/** Strokes of a device that rest at once, under a limit that the test sets. */
function setUp() {
  const time = createFakeTime();
  const set: StrokeWindow[] = [];
  let maxSpeedMmS = 200;
  const slider = {
    setStroke: async (zone: StrokeWindow) => void set.push(zone),
    readState: async () => undefined,
  };
  const device = {
    slider,
    limits: { current: () => ({ maxSpeedMmS }) },
    store: { getState: () => ({ slider: { min: 0, max: 1 } }) },
  } as unknown as Device; // No other part is used.
  const strokes = createStrokeAtRest({
    ...{ time, devices: () => [device], group: device, isMoving: () => false },
    hold: () => Promise.resolve(),
    release: () => undefined,
  });
  const limit = (next: number) => {
    maxSpeedMmS = next;
  };
  return { time, strokes, set, limit };
}

const [LONG, SHORT] = [
  { min: 0.1, max: 0.9 },
  { min: 0.5, max: 0.9 },
];

test.each([100, Infinity])(
  'the newest stroke is set last, also where the limit has changed to %d meanwhile',
  async (next) => {
    const { time, strokes, set, limit } = setUp();
    void strokes.setStroke(LONG);
    await time.run(50);
    limit(next);
    void strokes.setStroke(SHORT);
    await time.run(5_000);
    expect(set.at(-1)).toEqual(SHORT);
    expect(strokes.isResting()).toBe(false);
  },
);

test('without a limit a stroke is set at once', async () => {
  const { time, strokes, set, limit } = setUp();
  limit(Infinity);
  void strokes.setStroke(LONG);
  await time.run(0);
  expect(set).toEqual([LONG]);
});
