import type { Time, Undo } from '@tactus/time';
import type { MediaEvent, MediaFrame, MediaPort } from '../sync/media-port.ts';

const FRAME_MS = 40;

/** A medium that a test controls: while it moves, it shows a frame every 40 ms. */
export interface ScriptedMedia {
  readonly port: MediaPort;
  /** Presses play; the frames move after `move`. */
  play(): void;
  /** From now on the frames move. */
  move(): void;
  /** Presses play, and the frames move at once. */
  playAndMove(): void;
  pause(): void;
  /** Waits for data. */
  stall(): void;
  /** Seeks; the frame of that position is shown at once, and moves after `move`. */
  seek(mediaMs: number): void;
  setRate(rate: number): void;
  end(): void;
  /** Shows no frames any more, though it goes on: a hidden tab. */
  hide(): void;
  /** The frame stands still, without an event. */
  freeze(): void;
  /** Jumps without any event. */
  jump(mediaMs: number): void;
  shownMs(): number;
  isPaused(): boolean;
  /** Makes `play` of the port reject. */
  refusePlay(error: Error): void;
}

/** Paused at 0 at first. Its own clock is `aheadMs` ahead of its frames. */
export function createScriptedMedia(
  time: Time,
  {
    hasFrames = true,
    aheadMs = 0,
    isLooping = false,
  }: { hasFrames?: boolean; aheadMs?: number; isLooping?: boolean } = {},
): ScriptedMedia {
  const listeners = new Map<MediaEvent, Set<() => void>>();
  const frameListeners = new Set<(frame: MediaFrame) => void>();
  let [isPaused, isHeld, isMoving, isHidden, rate] = [true, false, false, false, 1];
  let anchor = { atMs: 0, mediaMs: 0 };
  let refusal: Error | undefined;
  let stopFrames: Undo = () => undefined;

  const shownMs = () => anchor.mediaMs + (isMoving ? (time.monotonic() - anchor.atMs) * rate : 0);
  const emit = (event: MediaEvent) => {
    for (const listener of listeners.get(event) ?? []) listener();
  };
  const show = () => {
    if (isHidden) return;
    for (const listener of frameListeners) listener({ mediaMs: shownMs(), atMs: time.monotonic() });
  };
  function stand(mediaMs = shownMs()): void {
    anchor = { atMs: time.monotonic(), mediaMs };
    isMoving = false;
    stopFrames();
  }
  function play(): void {
    isPaused = false;
    show();
    emit('play');
  }
  function move(): void {
    isHeld = false;
    anchor = { atMs: time.monotonic(), mediaMs: anchor.mediaMs + FRAME_MS };
    isMoving = true;
    emit('playing');
    show();
    stopFrames = time.every(FRAME_MS, show);
  }
  function pause(): void {
    if (isPaused) return;
    stand();
    isPaused = true;
    emit('pause');
  }
  function setRate(next: number): void {
    anchor = { atMs: time.monotonic(), mediaMs: shownMs() };
    rate = next;
    emit('ratechange');
  }
  function seek(mediaMs: number): void {
    const wasMoving = isMoving;
    stand(mediaMs);
    isHeld = wasMoving;
    emit('seeking');
    isHeld = false;
    show();
    emit('seeked');
  }

  return {
    ...{ play, move, pause, setRate, seek, shownMs },
    playAndMove() {
      play();
      move();
    },
    stall() {
      stand();
      isHeld = true;
      emit('waiting');
    },
    end() {
      stand();
      isPaused = true;
      emit('pause');
      emit('ended');
    },
    hide() {
      isHidden = true;
    },
    freeze: () => stand(),
    jump(mediaMs) {
      anchor = { atMs: time.monotonic(), mediaMs };
    },
    isPaused: () => isPaused,
    refusePlay(error) {
      refusal = error;
    },
    port: {
      timeMs: () => shownMs() + (isMoving ? aheadMs : 0),
      durationMs: () => 600_000,
      rate: () => rate,
      isLooping: () => isLooping,
      isPaused: () => isPaused,
      isHeld: () => isHeld,
      async play() {
        if (refusal) throw refusal;
        play();
      },
      pause,
      seekTo: seek,
      setRate,
      on(event, listener) {
        const added = listeners.get(event) ?? new Set();
        listeners.set(event, added.add(listener));
        return () => added.delete(listener);
      },
      onFrame: hasFrames
        ? (listener) => {
            frameListeners.add(listener);
            return () => frameListeners.delete(listener);
          }
        : undefined,
    },
  };
}
