import { createFakeTime } from '@tactus/time/testing';
import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FRAME_MS, withCanvases } from '../../testing/canvases.ts';
import type { PositionSnapshot } from './position-snapshot.ts';
import { usePositionCanvas } from './use-position-canvas.ts';

const SETTLES_MS = 1_000;
const SETTLED_FRAMES = Math.ceil(SETTLES_MS / FRAME_MS) + 1;

const time = createFakeTime();
const draw = vi.fn();
const noteElse = vi.fn<(nowMs: number) => number>();
let position: PositionSnapshot | undefined;
const read = () => position;
const at = (position01: number, moving = false) => ({ position01, windowMin01: 0, windowMax01: 1, moving });
const move = () => {
  position = at((position?.position01 ?? 0) + 0.01, true);
};

withCanvases();
beforeEach(() => {
  position = undefined;
  noteElse.mockReset().mockReturnValue(Number.NEGATIVE_INFINITY);
});

function Picture() {
  const canvas = usePositionCanvas({ read, draw, time, trailSamples: 64, settlesMs: SETTLES_MS, noteElse });
  return <canvas ref={canvas} />;
}

/** How often it was drawn while so many frames went by. */
async function drawnIn(frames: number, eachFrame: () => void = () => undefined): Promise<number> {
  draw.mockClear();
  for (let frame = 0; frame < frames; frame += 1) {
    eachFrame();
    await time.advance(FRAME_MS);
    vi.advanceTimersByTime(FRAME_MS);
  }
  return draw.mock.calls.length;
}

test('is drawn in every frame while the position moves and until its trail has faded, then no more', async () => {
  render(<Picture />);
  position = at(0);
  await drawnIn(2 * SETTLED_FRAMES);
  expect(await drawnIn(20, move)).toBeGreaterThan(15);
  position = at(1);
  expect(await drawnIn(SETTLED_FRAMES)).toBeGreaterThan(SETTLED_FRAMES - 10);
  expect(await drawnIn(SETTLED_FRAMES)).toBe(0);
});

test('the level line of a device at rest is drawn in fewer frames', async () => {
  render(<Picture />);
  await drawnIn(2 * SETTLED_FRAMES);
  position = at(0.5);
  const drawn = await drawnIn(SETTLED_FRAMES - 10);
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(SETTLED_FRAMES * 0.7);
});

test('other drawn values are read in every frame, also while the position moves, and drawn with it', async () => {
  render(<Picture />);
  position = at(0);
  await drawnIn(2 * SETTLED_FRAMES);
  noteElse.mockClear();
  await drawnIn(20, move);
  expect(noteElse.mock.calls.length).toBeGreaterThan(15);
  position = at(1);
  await drawnIn(2 * SETTLED_FRAMES);
  expect(await drawnIn(10)).toBe(0);
  noteElse.mockImplementation((nowMs) => nowMs);
  expect(await drawnIn(20)).toBeGreaterThan(3);
});
