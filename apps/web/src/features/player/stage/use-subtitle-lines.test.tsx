import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSubtitleLines } from './use-subtitle-lines.ts';

/** The track of a film, as browsers have it: one that is off has no cues. */
function trackOf(...cues: readonly { startTime: number; endTime: number }[]) {
  const element = document.createElement('track');
  document.createElement('video').append(element);
  const track = Object.assign(new EventTarget(), { mode: 'disabled', activeCues: [] });
  Object.defineProperty(track, 'cues', { get: () => (track.mode === 'disabled' ? null : cues) });
  Object.defineProperty(element, 'track', { value: track });
  return { element, cues };
}

test('a delay that is set while the subtitles are off counts once they are on', () => {
  const { element, cues } = trackOf({ startTime: 1, endTime: 2 });
  const { rerender } = renderHook((shown) => useSubtitleLines(element, shown), {
    initialProps: { isOn: false, delayS: 0 },
  });
  rerender({ isOn: false, delayS: 1.5 });
  expect(cues).toEqual([{ startTime: 1, endTime: 2 }]);
  rerender({ isOn: true, delayS: 1.5 });
  expect(cues).toEqual([{ startTime: 2.5, endTime: 3.5 }]);
  rerender({ isOn: true, delayS: 0 });
  expect(cues).toEqual([{ startTime: 1, endTime: 2 }]);
});
