import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FRAME_MS, withCanvases } from '../../testing/canvases.ts';
import { useCanvas } from './use-canvas.ts';

let value: number;
const drawn = vi.fn();
const canvases = withCanvases();

beforeEach(() => {
  value = 0;
});
afterEach(() => {
  delete document.documentElement.dataset['mode'];
});

/** Draws the text whenever it or the value changes. */
function Picture({ word }: { word: string }) {
  const canvas = useCanvas((surface, _ink, changed) => {
    if (!changed(value)) return false;
    drawn(word, value, surface.width);
    return true;
  });
  return <canvas ref={canvas} />;
}

/** The drawings in a while. */
function drawnIn(frames: number): unknown[][] {
  drawn.mockClear();
  vi.advanceTimersByTime(frames * FRAME_MS);
  return drawn.mock.calls;
}

test('a canvas is drawn once, and again after a change of an input, the size, the theme or the render; otherwise it is left alone', async () => {
  const page = render(<Picture word="one" />);
  expect(drawnIn(10)).toEqual([['one', 0, 200]]);
  value = 1;
  expect(drawnIn(10)).toEqual([['one', 1, 200]]);
  canvases.measureAnew();
  expect(drawnIn(10)).toEqual([['one', 1, 200]]);
  document.documentElement.dataset['mode'] = 'light';
  // The browser reports another theme after the present task.
  await Promise.resolve();
  expect(drawnIn(10)).toEqual([['one', 1, 200]]);
  page.rerender(<Picture word="two" />);
  expect(drawnIn(10)).toEqual([['two', 1, 200]]);
  expect(drawnIn(100)).toEqual([]);
});

test('after the unmount of its component, nothing is drawn, measured or watched any more', () => {
  const unwatched = vi.spyOn(MutationObserver.prototype, 'disconnect');
  const page = render(<Picture word="one" />);
  expect(drawnIn(10)).toHaveLength(1);
  unwatched.mockClear();
  canvases.disconnected.mockClear();
  page.unmount();
  expect(unwatched).toHaveBeenCalledOnce();
  expect(canvases.disconnected).toHaveBeenCalledOnce();
  value = 1;
  expect(drawnIn(100)).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
