import type { ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import { ulid } from 'ulid';
import { createExpiringStore } from '../../store/expiring-store.ts';
import { createLivePointStream, type LivePointStream, type OwnedPointStream } from './live-point-stream.ts';

/** The reason why points were refused. A refused list changes nothing. */
export type PointsRefusal = 'closed' | 'not-rising' | 'stream-full' | 'library-full';

/** The result of creating a stream: the reference is for clients that play it, the secret for those that change it. */
export interface StreamGrant {
  readonly ref: string;
  readonly secret: string;
}

/**
 * The streams of this cloud: append-only lists of points. The vendor's API for them is not public, so this one is ours.
 * In memory; a stream is removed 24 hours after its last use.
 */
export interface PointStreamRegistry {
  /** The stream of a reference; a look-up counts as use. */
  get(ref: string): LivePointStream | undefined;
  /** The stream with its owner's rights; undefined for a wrong secret as for an unknown reference. */
  owned(ref: string, secret: string): LivePointStream | undefined;
  /** Makes a stream with these points. */
  create(points: readonly ScriptPoint[]): StreamGrant | PointsRefusal;
  /** Appends points to an existing stream, all or none of them; undefined on success. */
  append(ref: string, points: readonly ScriptPoint[]): PointsRefusal | undefined;
  /** Ends a stream; its listeners are called. */
  close(ref: string): void;
  /** Ends and removes a stream. Clients that play it still have its points. */
  remove(ref: string): void;
  /** Removes the streams without a use in 24 hours. */
  forgetUnused(): void;
}

/** Points in one stream: more than a day at ten points a second. */
export const STREAM_POINTS_MAX = 1_000_000;

/** The limits of the library. */
export interface StreamCapacity {
  readonly streams: number;
  /** Points in one stream. */
  readonly pointsOfStream: number;
  /** Points in all streams together. A point takes about 50 bytes of memory. */
  readonly points: number;
}

const ROOM: StreamCapacity = { streams: 1_000, pointsOfStream: STREAM_POINTS_MAX, points: 5_000_000 };

/** Returns a registry without streams; `room` limits streams and points. */
export function createPointStreamRegistry({
  time,
  room = ROOM,
}: {
  time: Time;
  room?: StreamCapacity;
}): PointStreamRegistry {
  let pointsInAll = 0;
  const store = createExpiringStore<OwnedPointStream>({
    time,
    capacity: room.streams,
    isInUse: (stream) => stream.hasListeners(),
    onGone(stream) {
      pointsInAll -= stream.points.length;
      stream.end();
    },
  });

  function refusalOf(stream: OwnedPointStream, points: readonly ScriptPoint[]): PointsRefusal | undefined {
    if (stream.ended) return 'closed';
    let lastT = stream.points.at(-1)?.t ?? -1;
    for (const { t } of points) {
      if (t <= lastT) return 'not-rising';
      lastT = t;
    }
    if (stream.points.length + points.length > room.pointsOfStream) return 'stream-full';
    if (pointsInAll + points.length > room.points) store.forgetUnused();
    return pointsInAll + points.length > room.points ? 'library-full' : undefined;
  }

  function appendTo(stream: OwnedPointStream, points: readonly ScriptPoint[]): PointsRefusal | undefined {
    const refusal = refusalOf(stream, points);
    if (refusal !== undefined) return refusal;
    pointsInAll += points.length;
    stream.append(points);
    return undefined;
  }

  return {
    get: (ref) => store.get(ref),
    owned: (ref, secret) => store.owned(ref, secret),
    create(points) {
      const stream = createLivePointStream(ulid(time.now()));
      const refusal = refusalOf(stream, points);
      if (refusal !== undefined) return refusal;
      const secret = store.add(stream.ref, stream);
      if (secret === undefined) return 'library-full';
      appendTo(stream, points);
      return { ref: stream.ref, secret };
    },
    append(ref, points) {
      const stream = store.get(ref);
      return stream ? appendTo(stream, points) : 'closed';
    },
    close: (ref) => store.get(ref)?.end(),
    remove: (ref) => store.remove(ref),
    forgetUnused: () => store.forgetUnused(),
  };
}
