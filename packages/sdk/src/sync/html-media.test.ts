import { describe, expect, test } from 'vitest';
import { type HtmlMediaElement, type HtmlVideoFrame, htmlMedia } from './html-media.ts';

type FrameCallback = (nowMs: number, frame: HtmlVideoFrame) => void;

/** An element with the fields that the port uses. */
function element(changes: Partial<HtmlMediaElement> = {}) {
  const listeners = new Set<string>();
  const callbacks = new Map<number, FrameCallback>();
  let handles = 0;
  const made: HtmlMediaElement = {
    ...{ currentTime: 12.5, playbackRate: 1.25, duration: 60, loop: true, paused: false, ended: false },
    ...{ seeking: false, readyState: 4 },
    play: async () => undefined,
    pause: () => undefined,
    addEventListener: (name) => void listeners.add(name),
    removeEventListener: (name) => void listeners.delete(name),
    requestVideoFrameCallback(run) {
      handles += 1;
      callbacks.set(handles, run);
      return handles;
    },
    cancelVideoFrameCallback: (handle) => void callbacks.delete(handle),
    ...changes,
  };
  const show = (frame: HtmlVideoFrame) => {
    const runs = [...callbacks.values()];
    callbacks.clear();
    for (const run of runs) run(0, frame);
  };
  return { made, listeners, callbacks, show };
}

describe('the media port of an element', () => {
  test('counts in ms', () => {
    const { made } = element();
    const port = htmlMedia(made);
    expect([port.timeMs(), port.durationMs(), port.rate(), port.isLooping()]).toEqual([12_500, 60_000, 1.25, true]);
    port.seekTo(30_500);
    port.setRate(0.5);
    expect([made.currentTime, made.playbackRate]).toEqual([30.5, 0.5]);
  });

  test('an unknown duration is endless', () => {
    expect(htmlMedia(element({ duration: Number.NaN }).made).durationMs()).toBe(Number.POSITIVE_INFINITY);
  });

  test('at its end it is paused; seeking or short of data it is held', () => {
    expect(htmlMedia(element({ ended: true }).made).isPaused()).toBe(true);
    expect(htmlMedia(element().made).isHeld()).toBe(false);
    expect(htmlMedia(element({ seeking: true }).made).isHeld()).toBe(true);
    expect(htmlMedia(element({ readyState: 2 }).made).isHeld()).toBe(true);
  });

  test('listeners are called until undone', () => {
    const { made, listeners } = element();
    const undo = htmlMedia(made).on('waiting', () => undefined);
    expect([...listeners]).toEqual(['waiting']);
    undo();
    expect([...listeners]).toEqual([]);
  });

  test('every frame is reported with its time, until undone', () => {
    const { made, show, callbacks } = element();
    const seen: object[] = [];
    const undo = htmlMedia(made).onFrame?.((frame) => seen.push(frame));
    show({ mediaTime: 1, expectedDisplayTime: 500 });
    show({ mediaTime: 1.04, expectedDisplayTime: 540 });
    expect(seen).toEqual([
      { mediaMs: 1_000, atMs: 500 },
      { mediaMs: 1_040, atMs: 540 },
    ]);
    undo?.();
    expect(callbacks.size).toBe(0);
  });

  test('an element without frame callbacks has none', () => {
    const { requestVideoFrameCallback: _, ...audio } = element().made;
    expect(htmlMedia(audio).onFrame).toBeUndefined();
  });
});
