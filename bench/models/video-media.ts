import type { MediaEvent, MediaFrame, MediaPort } from '@tactus/sdk';
import type { Random, Time, Undo } from '@tactus/time';
import type { Due, Happening } from './video-happenings.ts';

/** The actual events, for measurements and for a perfect controller. */
export interface VideoTruth {
  onMoves(kind: Happening['kind']): void;
  onStands(): void;
}

/** A video as a page sees it, and its actual state. Times in ms. */
export interface ModelledVideo {
  readonly port: MediaPort;
  /** The medium's time that is on the screen now. */
  shownMs(): number;
  isMoving(): boolean;
  rate(): number;
  /** Notifies of an actual event, before the page learns of it. */
  watch(truth: VideoTruth): void;
  /** Runs events from now on, one after the other. */
  begin(happenings: readonly Due[]): void;
  close(): void;
}

const FRAME_MS = 1_000 / 30;
const CLOCK_PPM = 60;
const AHEAD_MS = 22;
const AHEAD_SIGMA_MS = 4;
const FRAME_SIGMA_MS = 0.3;
const FILM_MS = 7_200_000;

/** Builds a video with typical delays and clock errors. `hasFrames`: whether it reports its frames. */
export function createVideo({ time, random, hasFrames }: { time: Time; random: Random; hasFrames: boolean }) {
  const crystal = 1 + random.normal(0, CLOCK_PPM) * 1e-6;
  const listeners = new Map<MediaEvent, Set<() => void>>();
  const frameListeners = new Set<(frame: MediaFrame) => void>();
  const truths: VideoTruth[] = [];
  let [isPaused, isHeld, isMoving, rate] = [true, false, false, 1];
  let anchor = { atMs: 0, mediaMs: 0 };
  let cancelFrame: Undo = () => undefined;
  let cancelNext: Undo = () => undefined;

  const now = () => time.monotonic();
  const shownMs = () => anchor.mediaMs + (isMoving ? (now() - anchor.atMs) * rate * crystal : 0);
  const emit = (event: MediaEvent) => {
    for (const listener of listeners.get(event) ?? []) listener();
  };
  const showFrame = () => {
    const frame = { mediaMs: shownMs(), atMs: now() + random.normal(0, FRAME_SIGMA_MS) };
    for (const listener of frameListeners) listener(frame);
  };

  function stand(mediaMs = shownMs()): void {
    const didMove = isMoving;
    anchor = { atMs: now(), mediaMs };
    isMoving = false;
    cancelFrame();
    if (didMove) for (const truth of truths) truth.onStands();
  }

  function pause(): void {
    stand();
    isPaused = true;
    cancelNext();
    emit('pause');
  }

  /** The first moved picture is one beyond the still one. */
  function move(kind: Happening['kind']): void {
    isHeld = false;
    anchor = { atMs: now(), mediaMs: anchor.mediaMs + FRAME_MS };
    isMoving = true;
    for (const truth of truths) truth.onMoves(kind);
    emit('playing');
    frames();
  }

  function frames(): void {
    showFrame();
    cancelFrame = time.after(FRAME_MS / rate, frames);
  }

  function happen(happening: Happening, then: () => void): void {
    const { kind } = happening;
    const moveAfter = (ms: number) => {
      cancelNext = time.after(ms, () => {
        move(kind);
        then();
      });
    };
    if (kind === 'rate') {
      anchor = { atMs: now(), mediaMs: shownMs() };
      const isOther = rate !== happening.rate;
      rate = happening.rate;
      if (isOther) {
        for (const truth of truths) truth.onMoves(kind);
        emit('ratechange');
      }
      then();
    } else if (kind === 'play') {
      isPaused = false;
      showFrame();
      emit('play');
      moveAfter(happening.movesAfterMs);
    } else if (kind === 'stall') {
      stand();
      isHeld = true;
      emit('waiting');
      moveAfter(happening.movesAfterMs);
    } else if (kind === 'pause') {
      pause();
      cancelNext = time.after(happening.forMs, () => happen({ ...happening, kind: 'play' }, then));
    } else {
      stand(happening.toMs);
      isHeld = true;
      emit('seeking');
      // The picture is found at once; the delay is the time to move from there.
      cancelNext = time.after(0, () => {
        isHeld = false;
        showFrame();
        emit('seeked');
        moveAfter(happening.movesAfterMs);
      });
    }
  }

  function runFrom(happenings: readonly Due[], index: number): void {
    const due = happenings[index];
    if (!due) return;
    cancelNext = time.after(due.afterMs, () => happen(due.happening, () => runFrom(happenings, index + 1)));
  }

  const port: MediaPort = {
    timeMs: () => shownMs() + AHEAD_MS * rate + random.normal(0, AHEAD_SIGMA_MS),
    durationMs: () => FILM_MS,
    rate: () => rate,
    isLooping: () => false,
    isPaused: () => isPaused,
    isHeld: () => isHeld,
    play: () => Promise.resolve(),
    pause,
    seekTo: () => undefined,
    setRate: () => undefined,
    on(event, listener) {
      const callbacks = listeners.get(event) ?? new Set();
      listeners.set(event, callbacks.add(listener));
      return () => callbacks.delete(listener);
    },
    onFrame: hasFrames
      ? (listener) => {
          frameListeners.add(listener);
          return () => frameListeners.delete(listener);
        }
      : undefined,
  };

  const video: ModelledVideo = {
    port,
    shownMs,
    isMoving: () => isMoving,
    rate: () => rate,
    watch: (truth) => void truths.push(truth),
    begin: (happenings) => runFrom(happenings, 0),
    close() {
      cancelFrame();
      cancelNext();
    },
  };
  return video;
}
