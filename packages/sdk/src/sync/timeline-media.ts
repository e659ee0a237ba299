import type { Time, Undo } from '@tactus/time';
import type { MediaEvent, MediaPort } from './media-port.ts';

/** A shared timeline: at `positionMs` at the instant `atMs` of one clock, from there on at `rate` if it plays. */
export interface SharedTimeline {
  readonly playing: boolean;
  readonly positionMs: number;
  /** Of the shared clock, ms since the epoch. */
  readonly atMs: number;
  readonly rate: number;
}

/** A shared timeline as a medium for a device. */
export interface TimelineMedia extends MediaPort {
  /** Follows this timeline: a pause from now on, anything else from its instant on. */
  follow(timeline: SharedTimeline): void;
  /** Sets how far it is ahead of the timeline (negative: behind), ms. */
  setOffset(offsetMs: number): void;
  /** The time of the timeline itself, whether or not a device here follows it, ms. */
  timelineMs(): number;
  /** Whether the timeline itself moves. */
  runs(): boolean;
  /** Ends its timers. */
  close(): void;
}

/**
 * Stands at the start at first. `serverNow` is the shared clock. It cannot be played, sought or sped up from here: only
 * the host can. Pausing it, as a stopped device does, leaves the timeline, which `onLeft` reports; it is then paused for
 * good.
 */
export function createTimelineMedia(parts: {
  readonly time: Time;
  readonly durationMs: number;
  readonly serverNow: () => number;
  readonly onLeft: () => void;
}): TimelineMedia {
  const { time, durationMs, serverNow } = parts;
  const listeners = new Map<MediaEvent, Set<() => void>>();
  let current: SharedTimeline = { playing: false, positionMs: 0, atMs: 0, rate: 1 };
  let next: SharedTimeline | undefined;
  let offsetMs = 0;
  let hasLeft = false;
  let lastReported = { paused: true, rate: 1 };
  let cancelTimer: Undo = () => undefined;

  /** The timeline that counts now. */
  function effective(): SharedTimeline {
    if (next && serverNow() >= next.atMs) {
      current = next;
      next = undefined;
    }
    return current;
  }

  function timelineMs(): number {
    const { playing, positionMs, atMs, rate } = effective();
    const goneMs = playing ? Math.max(0, serverNow() - atMs) * rate : 0;
    return Math.min(positionMs + goneMs, durationMs);
  }

  const runs = () => effective().playing && timelineMs() < durationMs;
  const isPaused = () => hasLeft || !runs();

  function emit(event: MediaEvent): void {
    for (const listener of [...(listeners.get(event) ?? [])]) listener();
  }

  /** Emits the changes since the last update, and schedules the next update. */
  function update(): void {
    cancelTimer();
    const before = lastReported;
    lastReported = { paused: isPaused(), rate: current.rate };
    if (lastReported.paused !== before.paused) emit(lastReported.paused ? 'pause' : 'play');
    else if (!lastReported.paused && lastReported.rate !== before.rate) emit('ratechange');
    const endsAtMs = current.atMs + (durationMs - current.positionMs) / current.rate;
    const dueMs = [next?.atMs, lastReported.paused ? undefined : endsAtMs].filter((ms) => ms !== undefined);
    if (hasLeft || dueMs.length === 0) return;
    cancelTimer = time.after(Math.max(1, Math.min(...dueMs) - serverNow()), update);
  }

  return {
    timelineMs,
    runs,
    isPaused,
    timeMs: () => Math.min(Math.max(0, timelineMs() + offsetMs), durationMs),
    durationMs: () => durationMs,
    rate: () => effective().rate,
    isLooping: () => false,
    isHeld: () => false,
    onFrame: undefined,
    play: () => Promise.resolve(),
    seekTo: () => undefined,
    setRate: () => undefined,
    pause() {
      if (hasLeft) return;
      hasLeft = true;
      update();
      parts.onLeft();
    },
    follow(timeline) {
      const runsOn = timeline.playing && effective().playing && serverNow() < timeline.atMs;
      next = runsOn ? timeline : undefined;
      if (!runsOn) current = timeline;
      update();
    },
    setOffset(ms) {
      offsetMs = ms;
    },
    on(event, listener) {
      const subscribers = listeners.get(event) ?? new Set();
      listeners.set(event, subscribers.add(listener));
      return () => void subscribers.delete(listener);
    },
    close() {
      cancelTimer();
      listeners.clear();
    },
  };
}
