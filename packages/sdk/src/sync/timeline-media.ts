import type { Time, Undo } from '@tactus/time';
import type { MediaEvent, MediaPort } from './media-port.ts';

/** A timeline that several follow: at `positionMs` at the instant `atMs` of one clock, from there on at `rate` where it plays. */
export interface SharedTimeline {
  readonly playing: boolean;
  readonly positionMs: number;
  /** Of the shared clock, ms since the epoch. */
  readonly atMs: number;
  readonly rate: number;
}

/** A shared timeline as a medium that a device goes with. */
export interface TimelineMedia extends MediaPort {
  /** Follows this one: a pause from now on, anything else from its instant on. */
  follow(timeline: SharedTimeline): void;
  /** So far ahead of the timeline (behind where negative), ms. */
  setOffset(offsetMs: number): void;
  /** Where the timeline itself is, whether or not anybody here goes with it, ms. */
  timelineMs(): number;
  /** Whether the timeline itself moves. */
  runs(): boolean;
  /** Ends its timers. */
  close(): void;
}

/**
 * Builds it, standing at the start. `serverNow` is the shared clock. It cannot be played, sought or sped up from here: that is
 * the host's. Whoever pauses it, as a device does that is stopped, leaves it, which `onLeft` hears; it is then paused for good.
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

  /** The one that counts now. */
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

  /** Emits what has changed since the last update, and updates again when the next change is due. */
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
