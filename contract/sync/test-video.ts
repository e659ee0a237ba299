import type { MediaEvent, MediaFrame, MediaPort } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';

const FRAME_MS = 1_000 / 30;

/** A video of a page, in the clock of a test: the picture moves a moment after each call. */
export interface TestVideo {
  readonly port: MediaPort;
  shownMs(): number;
  isMoving(): boolean;
  /** Waits for data for this time. */
  stall(ms: number): void;
}

/** Builds a video that is paused at 0. It moves `movesAfterMs` after each play and seek. */
export function createTestVideo(
  time: Time,
  { durationMs = 600_000, isLooping = false, movesAfterMs = 80 } = {},
): TestVideo {
  const listeners = new Map<MediaEvent, Set<() => void>>();
  const frameListeners = new Set<(frame: MediaFrame) => void>();
  let [isPaused, isHeld, isMoving, rate] = [true, false, false, 1];
  let anchor = { atMs: 0, mediaMs: 0 };
  let stopFrames: Undo = () => undefined;
  let cancelMove: Undo = () => undefined;

  const shownMs = () => Math.min(durationMs, anchor.mediaMs + (isMoving ? (time.monotonic() - anchor.atMs) * rate : 0));
  const emit = (event: MediaEvent) => {
    for (const listener of listeners.get(event) ?? []) listener();
  };
  const show = () => {
    for (const listener of frameListeners) listener({ mediaMs: shownMs(), atMs: time.monotonic() });
  };
  function showNext(): void {
    if (shownMs() < durationMs) show();
    else if (isLooping) seekTo(0);
    else {
      stand(durationMs);
      isPaused = true;
      emit('pause');
      emit('ended');
    }
  }
  function seekTo(mediaMs: number): void {
    stand(mediaMs);
    emit('seeking');
    show();
    emit('seeked');
    if (!isPaused) moveAfter(movesAfterMs);
  }
  function stand(mediaMs = shownMs()): void {
    anchor = { atMs: time.monotonic(), mediaMs };
    isMoving = false;
    stopFrames();
    cancelMove();
  }
  function moveAfter(ms: number): void {
    cancelMove = time.after(ms, () => {
      isHeld = false;
      anchor = { atMs: time.monotonic(), mediaMs: anchor.mediaMs + FRAME_MS };
      isMoving = true;
      emit('playing');
      show();
      stopFrames = time.every(FRAME_MS, showNext);
    });
  }

  return {
    shownMs,
    isMoving: () => isMoving,
    stall(ms) {
      stand();
      isHeld = true;
      emit('waiting');
      moveAfter(ms);
    },
    port: {
      timeMs: shownMs,
      durationMs: () => durationMs,
      rate: () => rate,
      isLooping: () => isLooping,
      isPaused: () => isPaused,
      isHeld: () => isHeld,
      async play() {
        isPaused = false;
        show();
        emit('play');
        moveAfter(movesAfterMs);
      },
      pause() {
        if (isPaused) return;
        stand();
        isPaused = true;
        emit('pause');
      },
      seekTo,
      setRate(next) {
        anchor = { atMs: time.monotonic(), mediaMs: shownMs() };
        rate = next;
        emit('ratechange');
      },
      on(event, listener) {
        const received = listeners.get(event) ?? new Set();
        listeners.set(event, received.add(listener));
        return () => received.delete(listener);
      },
      onFrame(listener) {
        frameListeners.add(listener);
        return () => frameListeners.delete(listener);
      },
    },
  };
}
