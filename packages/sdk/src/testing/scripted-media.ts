import type { Time, Undo } from '@tactus/time';
import type { MediaEvent, MediaFrame, MediaPort } from '../sync/media-port.ts';

const FRAME_MS = 40;

/** A medium under the hand of a test: it moves when told to, and shows a picture every 40 ms while it does. */
export interface ScriptedMedia {
  readonly port: MediaPort;
  /** Presses play; the picture moves when `move` says so. */
  play(): void;
  /** From now on the picture moves. */
  move(): void;
  /** Play, and the picture moves at once. */
  playAndMove(): void;
  pause(): void;
  /** Waits for data. */
  stall(): void;
  /** Seeks; the picture of there is shown at once, and moves when `move` says so. */
  seek(mediaMs: number): void;
  setRate(rate: number): void;
  end(): void;
  /** Shows no pictures any more, though it goes on: a hidden tab. */
  hide(): void;
  /** The picture stands still, and no event says so. */
  freeze(): void;
  /** Jumps without any event. */
  jump(mediaMs: number): void;
  shownMs(): number;
  isPaused(): boolean;
  /** What `play` of the port does instead of playing. */
  refusePlay(error: Error): void;
}

/** Builds it, paused at 0. Its own clock is `aheadMs` ahead of its pictures. */
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
  const tell = (event: MediaEvent) => {
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
    tell('play');
  }
  function move(): void {
    isHeld = false;
    anchor = { atMs: time.monotonic(), mediaMs: anchor.mediaMs + FRAME_MS };
    isMoving = true;
    tell('playing');
    show();
    stopFrames = time.every(FRAME_MS, show);
  }
  function pause(): void {
    if (isPaused) return;
    stand();
    isPaused = true;
    tell('pause');
  }
  function setRate(next: number): void {
    anchor = { atMs: time.monotonic(), mediaMs: shownMs() };
    rate = next;
    tell('ratechange');
  }
  function seek(mediaMs: number): void {
    const wasMoving = isMoving;
    stand(mediaMs);
    isHeld = wasMoving;
    tell('seeking');
    isHeld = false;
    show();
    tell('seeked');
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
      tell('waiting');
    },
    end() {
      stand();
      isPaused = true;
      tell('pause');
      tell('ended');
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
        const heard = listeners.get(event) ?? new Set();
        listeners.set(event, heard.add(listener));
        return () => heard.delete(listener);
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
