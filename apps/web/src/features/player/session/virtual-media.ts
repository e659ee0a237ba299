import type { Time, Undo } from '@tactus/time';
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import type { PlayableMedium } from './playable-medium.ts';

/** How often it emits `timeupdate`, as browsers do. */
const TIMEUPDATE_EVERY_MS = 250;

/**
 * A clock that behaves like a medium: a script without video and audio follows it. A sleep of the machine pauses it where it was,
 * and calls `onSlept`. `heartbeat` goes on while the page is hidden.
 */
export function createVirtualMedia(
  time: Time,
  durationS: number,
  { heartbeat, onSlept }: { readonly heartbeat?: Time['every']; readonly onSlept?: () => void } = {},
): PlayableMedium & { close(): void } {
  const events = new EventTarget();
  let [isPaused, rate, loop, volume, muted] = [true, 1, false, 1, false];
  let anchor = { atMs: time.monotonic(), second: 0 };
  /** Where it was at the last `timeupdate`, s. */
  let seenS = 0;
  /** While it plays. */
  let watch: SleepWatch | undefined;
  let undo: readonly Undo[] = [];

  const emit = (name: string) => events.dispatchEvent(new Event(name));
  const second = () =>
    Math.min(durationS, anchor.second + (isPaused ? 0 : ((time.monotonic() - anchor.atMs) / 1_000) * rate));

  function go(from: number): void {
    for (const stop of undo) stop();
    anchor = { atMs: time.monotonic(), second: Math.min(Math.max(0, from), durationS) };
    seenS = anchor.second;
    if (isPaused) {
      watch?.close();
      watch = undefined;
      return;
    }
    watch ??= watchSleep({ time, heartbeat, onSleep: slept });
    const leftMs = ((durationS - anchor.second) / rate) * 1_000;
    undo = [watch.after(leftMs, end), watch.every(TIMEUPDATE_EVERY_MS, update)];
  }
  function update(): void {
    seenS = second();
    emit('timeupdate');
  }
  function slept(): void {
    pauseAt(seenS);
    onSlept?.();
  }
  function pauseAt(at: number): void {
    isPaused = true;
    go(at);
    emit('pause');
  }
  function end(): void {
    if (loop) {
      seek(0);
      return;
    }
    pauseAt(durationS);
    emit('ended');
  }
  function seek(to: number): void {
    go(to);
    emit('seeking');
    emit('timeupdate');
    emit('seeked');
    if (!isPaused) emit('playing');
  }

  return {
    ...{ duration: durationS, seeking: false, readyState: 4 },
    get currentTime() {
      return second();
    },
    set currentTime(to) {
      seek(to);
    },
    get playbackRate() {
      return rate;
    },
    set playbackRate(wanted) {
      const here = second();
      rate = wanted;
      go(here);
      emit('ratechange');
    },
    get loop() {
      return loop;
    },
    set loop(wanted) {
      loop = wanted;
    },
    get volume() {
      return volume;
    },
    set volume(wanted) {
      volume = wanted;
      emit('volumechange');
    },
    get muted() {
      return muted;
    },
    set muted(wanted) {
      muted = wanted;
      emit('volumechange');
    },
    get paused() {
      return isPaused;
    },
    get ended() {
      return isPaused && anchor.second >= durationS;
    },
    async play() {
      if (!isPaused) return;
      const from = anchor.second >= durationS ? 0 : anchor.second;
      isPaused = false;
      go(from);
      emit('play');
      emit('playing');
    },
    pause() {
      if (!isPaused) pauseAt(second());
    },
    addEventListener: (name, listener) => events.addEventListener(name, listener),
    removeEventListener: (name, listener) => events.removeEventListener(name, listener),
    close() {
      const here = second();
      isPaused = true;
      go(here);
    },
  };
}
