import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onAnimationFrames } from './animation-frames.ts';
import { createChangeDetector } from './change-detector.ts';

const FRAME_MS = 16;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How often it is called in a while. */
function callsIn(ms: number, draw: ReturnType<typeof vi.fn>): number {
  draw.mockClear();
  vi.advanceTimersByTime(ms);
  return draw.mock.calls.length;
}

test('a drawing that moves is called before every frame, and one at rest less often, until it moves or a hand touches the page', () => {
  let moves = true;
  const draw = vi.fn(() => moves);
  const stop = onAnimationFrames(draw);
  expect(callsIn(100 * FRAME_MS, draw)).toBeGreaterThan(98);
  moves = false;
  vi.advanceTimersByTime(40 * FRAME_MS);
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  expect(callsIn(1_600, draw)).toBe(32);
  expect(frames).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('pointerdown'));
  expect(callsIn(10 * FRAME_MS, draw)).toBe(10);
  vi.advanceTimersByTime(60 * FRAME_MS);
  moves = true;
  vi.advanceTimersByTime(5 * FRAME_MS);
  expect(callsIn(10 * FRAME_MS, draw)).toBe(10);
  moves = false;
  vi.advanceTimersByTime(40 * FRAME_MS);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  frames.mockClear().mockImplementation(() => 1);
  expect(callsIn(1_600, draw)).toBeLessThan(2);
  expect(frames).toHaveBeenCalledOnce();
  frames.mockRestore();
  hidden.mockRestore();
  stop();
  expect(callsIn(100 * FRAME_MS, draw)).toBe(0);
});

test('one picture that fails does not affect the others, and one may begin or end within a frame', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const others = vi.fn(() => true);
  let stopLater: (() => void) | undefined;
  const stops = [
    onAnimationFrames(() => {
      stopLater ??= onAnimationFrames(others);
      throw new Error('no picture');
    }),
    onAnimationFrames(others),
  ];
  expect(callsIn(10 * FRAME_MS, others)).toBe(19);
  expect(report).toHaveBeenCalledTimes(10);
  for (const stop of [...stops, () => stopLater?.()]) stop();
  expect(callsIn(10 * FRAME_MS, others)).toBe(0);
  vi.unstubAllGlobals();
});

test('changes since the last call', () => {
  const changed = createChangeDetector();
  expect([changed(1, Number.NaN), changed(1, Number.NaN), changed(1, 2), changed(1, 2)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
