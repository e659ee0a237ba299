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
 * Others move the device here, and somebody who loses the network can stop nothing: so long after their last word it rests. The
 * lease is renewed every three seconds; a few lost renewals are not a network that is gone.
 */
const SILENT_MS = 10_000;

/** A device that goes with a shared timeline. */
export interface JoinedTimeline {
  /** What it does and how well; read and subscribe. */
  readonly sync: VideoSyncStore;
  /** Follows this one: a pause from now on, anything else from its instant on. */
  follow(timeline: SharedTimeline): void;
  /** So far ahead of the timeline (behind where negative), ms. */
  setOffset(offsetMs: number): void;
  /** Takes the device out and stops it where it moves. Twice is harmless. */
  leave(): void;
}

/**
 * Lets a device go with a timeline that others follow too (docs/group-sessions.md). It comes in safely wherever the timeline is:
 * the slider is led to the place of the script at a bounded speed and looked at, then joins the course. A Stop, a press at the device,
 * another app and a new session of it take it out for good, which `onLeft` hears: coming back is another share.
 */
export function joinTimeline(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly features: CloudFeatures | undefined;
  /** The points of the script that plays. */
  readonly points: RecordedPoints;
  /** The shared clock, ms since the epoch. It has to be known. */
  readonly serverNow: () => number;
  /** What carries it out instead of a stream of the points, for a device that feels them. */
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

  // While the timeline stands nothing of it would be stopped, and yet whoever presses Stop wants to be out.
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
