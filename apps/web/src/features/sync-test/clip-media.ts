import type { MediaEvent, MediaPort } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { CLIP_LENGTH_MS } from './test-clip.ts';

/** The clip as a medium: its clock is the machine's own, so that picture and click cannot drift apart. */
export interface ClipMedia extends MediaPort {
  setLoop(loop: boolean): void;
  /** Its position at a moment of the monotonic clock, ms, as if it went on without an end. */
  timeMsAt(monotonicMs: number): number;
  /** Called at every change of its future position. */
  onChange(run: () => void): Undo;
  close(): void;
}

const RATE_LEAST = 0.25;
const RATE_MOST = 2;

/** Creates the medium of the clip, paused at its beginning. */
export function createClipMedia(time: Time): ClipMedia {
  const listeners = new Map<MediaEvent, Set<() => void>>();
  const changes = new Set<() => void>();
  let [isPaused, isLooping, rate] = [true, false, 1];
  let anchor = { atMs: time.monotonic(), clipMs: 0 };
  let cancelEnd: Undo = () => undefined;

  const timeMsAt = (monotonicMs: number) => anchor.clipMs + (isPaused ? 0 : (monotonicMs - anchor.atMs) * rate);
  const timeMs = () => Math.min(CLIP_LENGTH_MS, timeMsAt(time.monotonic()));
  const emit = (...events: readonly MediaEvent[]) => {
    for (const event of events) for (const run of [...(listeners.get(event) ?? [])]) run();
    for (const run of [...changes]) run();
  };

  function goFrom(clipMs: number): void {
    cancelEnd();
    anchor = { atMs: time.monotonic(), clipMs: Math.min(Math.max(0, clipMs), CLIP_LENGTH_MS) };
    if (!isPaused) cancelEnd = time.after((CLIP_LENGTH_MS - anchor.clipMs) / rate, end);
  }
  function seekTo(clipMs: number): void {
    goFrom(clipMs);
    emit('seeking', 'seeked');
  }
  function end(): void {
    if (isLooping) {
      // The delay of the timer is compensated: the rhythm continues across the repeat.
      seekTo(Math.max(0, timeMsAt(time.monotonic()) - CLIP_LENGTH_MS));
      return;
    }
    isPaused = true;
    goFrom(CLIP_LENGTH_MS);
    emit('pause', 'ended');
  }

  return {
    ...{ timeMs, timeMsAt, seekTo, onFrame: undefined },
    durationMs: () => CLIP_LENGTH_MS,
    rate: () => rate,
    isLooping: () => isLooping,
    isPaused: () => isPaused,
    isHeld: () => false,
    async play() {
      if (!isPaused) return;
      const fromMs = anchor.clipMs >= CLIP_LENGTH_MS ? 0 : anchor.clipMs;
      isPaused = false;
      goFrom(fromMs);
      emit('play', 'playing');
    },
    pause() {
      if (isPaused) return;
      const hereMs = timeMs();
      isPaused = true;
      goFrom(hereMs);
      emit('pause');
    },
    setRate(wanted) {
      const hereMs = timeMs();
      rate = Math.min(RATE_MOST, Math.max(RATE_LEAST, wanted));
      goFrom(hereMs);
      emit('ratechange');
    },
    setLoop(loop) {
      isLooping = loop;
    },
    on(event, listener) {
      const handlers = listeners.get(event) ?? new Set();
      listeners.set(event, handlers.add(listener));
      return () => handlers.delete(listener);
    },
    onChange(run) {
      changes.add(run);
      return () => changes.delete(run);
    },
    close() {
      isPaused = true;
      cancelEnd();
    },
  };
}
