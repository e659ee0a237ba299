import type { ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import { ulid } from 'ulid';
import { createExpiringStore } from '../../store/expiring-store.ts';
import { createLiveStream, type LiveStream, type OwnStream } from './live-stream.ts';

/** Why points were not taken. Nothing of a refused list is kept. */
export type StreamRefusal = 'closed' | 'not-rising' | 'stream-full' | 'library-full';

/** What whoever made a stream gets: the reference is for those who play it, the secret for those who change it. */
export interface StreamGrant {
  readonly ref: string;
  readonly secret: string;
}

/**
 * The streams of this cloud: append-only lists of points (api-v3.md 2.11, decisions.md 60). Kept in memory, forgotten
 * 24 hours after they were used last.
 */
export interface StreamLibrary {
  /** The stream of a reference; looking counts as use. */
  get(ref: string): LiveStream | undefined;
  /** The same for whoever knows its secret; undefined for a wrong secret as for an unknown reference. */
  owned(ref: string, secret: string): LiveStream | undefined;
  /** Makes a stream with these points. */
  create(points: readonly ScriptPoint[]): StreamGrant | StreamRefusal;
  /** Appends points to a stream that there is, all or none of them; undefined when they were taken. */
  append(ref: string, points: readonly ScriptPoint[]): StreamRefusal | undefined;
  /** Nothing more will be appended; who plays it hears that. */
  close(ref: string): void;
  /** Closes a stream and forgets it. Who plays it keeps the points that are there. */
  remove(ref: string): void;
  /** Forgets the streams that nobody used for 24 hours. */
  forgetUnused(): void;
}

/** Points in one stream: more than a day at ten points a second. */
export const STREAM_POINTS_MAX = 1_000_000;

/** How much the library holds. */
export interface Room {
  readonly streams: number;
  /** Points in one stream. */
  readonly pointsOfStream: number;
  /** Points in all streams together. A point takes about 50 bytes of memory. */
  readonly points: number;
}

const ROOM: Room = { streams: 1_000, pointsOfStream: STREAM_POINTS_MAX, points: 5_000_000 };

export function createStreamLibrary({ time, room = ROOM }: { time: Time; room?: Room }): StreamLibrary {
  let pointsInAll = 0;
  const store = createExpiringStore<OwnStream>({
    time,
    capacity: room.streams,
    isInUse: (stream) => stream.hasListeners(),
    onGone(stream) {
      pointsInAll -= stream.points.length;
      stream.end();
    },
  });

  function refusalOf(stream: OwnStream, points: readonly ScriptPoint[]): StreamRefusal | undefined {
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

  function appendTo(stream: OwnStream, points: readonly ScriptPoint[]): StreamRefusal | undefined {
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
      const stream = createLiveStream(ulid(time.now()));
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
