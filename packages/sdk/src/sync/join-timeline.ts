import type { Time } from '@tactus/time';
import { isStopBegun } from '../commands/stop-begun.ts';
import type { CloudFeatures, Device } from '../device-api.ts';
import { createPointStream } from '../stream/point-stream.ts';
import type { RecordedPoints } from '../stream/point-stream-api.ts';
import type { SyncPlayback } from './playback.ts';
import { startVideoSync } from './start-video-sync.ts';
import { streamPlayback } from './stream-playback.ts';
import type { VideoSyncStore } from './sync-state.ts';
import { createTimelineMedia, type SharedTimeline } from './timeline-media.ts';

/**
 * Other people move the device here, and a user without a network cannot stop it: it rests this long after the last
 * message. The lease is renewed every three seconds; a few lost renewals do not mean a lost network.
 */
const SILENT_MS = 10_000;

/** A device that follows a shared timeline. */
export interface JoinedTimeline {
  /** The state and quality of the synchronisation; read and subscribe. */
  readonly sync: VideoSyncStore;
  /** Follows this timeline: a pause from now on, anything else from its instant on. */
  follow(timeline: SharedTimeline): void;
  /** Sets how far the device is ahead of the timeline (negative: behind), ms. */
  setOffset(offsetMs: number): void;
  /** Leaves the timeline and stops the device if it moves. Calling it twice is harmless. */
  leave(): void;
}

/**
 * Makes a device follow a timeline that others follow too (docs/group-sessions.md). It joins safely wherever the
 * timeline is: the slider moves to its place in the script at a bounded speed, its arrival is checked, then it joins the
 * course. A Stop, a press at the device, another app and a new session of it make it leave for good, which `onLeft`
 * reports: joining again is another call.
 */
export function joinTimeline(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly features: CloudFeatures | undefined;
  /** The points of the script that plays. */
  readonly points: RecordedPoints;
  /** The shared clock, ms since the epoch. It has to be known. */
  readonly serverNow: () => number;
  /** Replaces the stream of the points, for a device that vibrates. */
  readonly playback?: SyncPlayback | undefined;
  readonly onLeft: () => void;
}): JoinedTimeline {
  const { device, time, features, points, serverNow } = parts;
  const stream = parts.playback ? undefined : createPointStream(device, { time, features, source: { points } });
  const playback = parts.playback ?? (stream && streamPlayback(stream, device));
  const media = createTimelineMedia({ time, durationMs: lastMsOf(points), serverNow, onLeft: left });
  const sync = startVideoSync({ device, media, time, playback, onUnstopped: () => void device.stop() });
  const unlimit = device.hold.limitSilence(SILENT_MS);
  let isOver = false;

  // While the timeline is paused there is nothing to stop, and yet a pressed Stop means leaving.
  const unwatch = device.store.subscribe((now, before) => {
    const isAnew =
      now.session_id !== undefined && before.session_id !== undefined && now.session_id !== before.session_id;
    if (isStopBegun(now, before) || isAnew) media.pause();
  });

  function end(): boolean {
    if (isOver) return false;
    isOver = true;
    unwatch();
    unlimit();
    sync.close();
    stream?.close();
    media.close();
    return true;
  }
  function left(): void {
    if (end()) parts.onLeft();
  }

  return { sync: sync.store, follow: media.follow, setOffset: media.setOffset, leave: () => void end() };
}

const lastMsOf = (points: RecordedPoints): number =>
  ('timesMs' in points ? points.timesMs.at(-1) : points.at(-1)?.t) ?? 0;
