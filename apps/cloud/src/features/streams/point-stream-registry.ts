import type { ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import { ulid } from 'ulid';
import { createNetworkSums } from '../../rate-limit/network-sums.ts';
import type { Store } from '../../store/database.ts';
import { createExpiringStore } from '../../store/expiring-store.ts';
import { createKeyLocks } from '../../store/key-locks.ts';
import { hashSecret, randomText } from '../../store/secret-hash.ts';
import { tidyUsedRows, unusedMsOf } from '../../store/used-rows.ts';
import { createLivePointStream, type LivePointStream, type OwnedPointStream } from './live-point-stream.ts';

/** The reason why points were refused. A refused list changes nothing. */
export type PointsRefusal = 'closed' | 'not-rising' | 'stream-full' | 'address-full' | 'library-full';

/** The result of creating a stream: the reference is for clients that play it, the secret for those that change it. */
export interface StreamGrant {
  readonly ref: string;
  readonly secret: string;
}

/**
 * The streams of this cloud: append-only lists of points. The vendor's API for them is not public, so this one is ours.
 * They survive a restart; a stream is removed 24 hours after its last use.
 */
export interface PointStreamRegistry {
  /** The stream of a reference; a look-up counts as use. */
  get(ref: string): LivePointStream | undefined;
  /** The stream with its owner's rights; undefined for a wrong secret as for an unknown reference. */
  owned(ref: string, secret: string): LivePointStream | undefined;
  /** Makes a stream with these points, and stores it. Where the address is named, its networks have the points until the stream is removed. */
  create(points: readonly ScriptPoint[], address?: string): Promise<StreamGrant | PointsRefusal>;
  /**
   * Stores points and appends them to an existing stream, all or none of them; undefined on success. They count for the
   * address that made the stream, after a restart for the one that appends first.
   */
  append(ref: string, points: readonly ScriptPoint[], address?: string): Promise<PointsRefusal | undefined>;
  /** Ends a stream; its listeners are called. */
  close(ref: string): Promise<void>;
  /** Ends and removes a stream. Clients that play it still have its points. */
  remove(ref: string): Promise<void>;
  /** Removes the streams without a use in 24 hours, and notes which were used. */
  tidy(): Promise<void>;
}

/** The limits of the library. */
export interface StreamCapacity {
  readonly streams: number;
  /** Points in one stream. */
  readonly pointsOfStream: number;
  /** Points in all streams together. A point takes about 50 bytes of memory. */
  readonly points: number;
}

interface Options {
  readonly store: Store;
  readonly time: Time;
  readonly room: StreamCapacity;
}

/** The points of a stream that count for an address. */
interface Account {
  readonly address: string;
  points: number;
}

/** Points that are about to be stored in a stream. */
interface Reservation {
  readonly ref: string;
  readonly count: number;
  readonly address: string | undefined;
}

/** Resolves with the stored streams; `room` limits streams and points. Rejects where the store cannot be read. */
export async function createPointStreamRegistry({ store, time, room }: Options): Promise<PointStreamRegistry> {
  let pointsInAll = 0;
  let arriving = 0;
  /** The points that addresses have stored since the start, and those of each stream. */
  const held = createNetworkSums();
  const accounts = new Map<string, Account>();
  const streams = createExpiringStore<OwnedPointStream>({
    time,
    capacity: room.streams,
    isInUse: (stream) => stream.hasListeners(),
    onGone(stream) {
      pointsInAll -= stream.points.length;
      const account = accounts.get(stream.ref);
      if (account) held.add(account.address, -account.points);
      accounts.delete(stream.ref);
      stream.end();
    },
  });
  /** Serialises the changes of each stream, by its reference. */
  const locked = createKeyLocks();

  await tidy();
  await restore();

  async function restore(): Promise<void> {
    const points = new Map<string, ScriptPoint[]>();
    for (const row of await store.selectFrom('streams').selectAll().execute()) {
      const list: ScriptPoint[] = [];
      const stream = createLivePointStream(row.reference, list);
      if (row.closed === 1) stream.end();
      points.set(row.reference, list);
      streams.add(row.reference, stream, row.secret_hash, unusedMsOf(row, time.now()));
    }
    const rows = store.selectFrom('stream_points').selectAll().orderBy('reference').orderBy('place');
    for (const row of await rows.execute()) {
      const list = points.get(row.reference);
      if (list) for (const point of readPoints(row.points)) list.push(point);
    }
    for (const list of points.values()) pointsInAll += list.length;
  }

  async function tidy(): Promise<void> {
    streams.forgetUnused();
    await tidyUsedRows(store, 'streams', { used: streams.usedMeanwhile(), nowMs: time.now() });
    const left = store.selectFrom('streams').select('reference');
    await store.deleteFrom('stream_points').where('reference', 'not in', left).execute();
  }

  function refusalOf(
    { points: before, ended }: Pick<LivePointStream, 'points' | 'ended'>,
    points: readonly ScriptPoint[],
    address: string | undefined,
  ): PointsRefusal | undefined {
    if (ended) return 'closed';
    let lastT = before.at(-1)?.t ?? -1;
    for (const { t } of points) {
      if (t <= lastT) return 'not-rising';
      lastT = t;
    }
    if (before.length + points.length > room.pointsOfStream) return 'stream-full';
    if (shortageOf(points.length, address) !== undefined) streams.forgetUnused();
    return shortageOf(points.length, address);
  }

  /** What leaves no room. An address may have as many points as are left to the others, and one full stream in any case. */
  function shortageOf(count: number, address: string | undefined): PointsRefusal | undefined {
    const left = room.points - pointsInAll - count;
    if (left < 0) return 'library-full';
    const exceeds = address !== undefined && held.largest(address) + count > Math.max(left, room.pointsOfStream);
    return exceeds ? 'address-full' : undefined;
  }

  function reserve(ref: string, count: number, address: string | undefined): void {
    pointsInAll += count;
    if (address === undefined) return;
    const account = accounts.get(ref) ?? { address, points: 0 };
    accounts.set(ref, account);
    account.points += count;
    held.add(account.address, count);
  }

  /** Writes with room reserved for points, which is free again where that fails. */
  async function withRoom({ ref, count, address }: Reservation, write: () => Promise<unknown>): Promise<void> {
    reserve(ref, count, address);
    try {
      await write();
    } catch (error) {
      reserve(ref, -count, address);
      throw error;
    }
  }

  return {
    tidy,
    get: (ref) => streams.get(ref),
    owned: (ref, secret) => streams.owned(ref, secret),
    async create(points, address) {
      const refusal = refusalOf(NO_POINTS, points, address);
      if (refusal !== undefined) return refusal;
      if (!streams.hasRoom(arriving)) return 'library-full';
      const [ref, secret] = [ulid(time.now()), randomText()];
      const row = { reference: ref, secret_hash: hashSecret(secret), closed: 0, used_at: time.now() } as const;
      arriving += 1;
      const write = async () =>
        store.transaction().execute(async (inside) => {
          await inside.insertInto('streams').values(row).execute();
          if (points.length > 0)
            await inside
              .insertInto('stream_points')
              .values(toRow(ref, 0, points))
              .execute();
        });
      await withRoom({ ref, count: points.length, address }, write).finally(() => {
        arriving -= 1;
      });
      streams.add(ref, createLivePointStream(ref, [...points]), row.secret_hash);
      return { ref, secret };
    },
    append: (ref, points, by) =>
      locked(ref, async () => {
        const stream = streams.get(ref);
        const address = by && (accounts.get(ref)?.address ?? by);
        const refusal = stream ? refusalOf(stream, points, address) : 'closed';
        if (!stream || refusal !== undefined || points.length === 0) return refusal;
        const row = toRow(ref, stream.points.length, points);
        // A request whose write had an unknown outcome may have left its points in this place.
        const write = store
          .insertInto('stream_points')
          .values(row)
          .onConflict((same) => same.columns(['reference', 'place']).doUpdateSet({ points: row.points }));
        await withRoom({ ref, count: points.length, address }, () => write.execute());
        stream.append(points);
        return undefined;
      }),
    close: (ref) =>
      locked(ref, async () => {
        await store.updateTable('streams').set({ closed: 1 }).where('reference', '=', ref).execute();
        streams.get(ref)?.end();
      }),
    remove: (ref) =>
      locked(ref, async () => {
        await store.transaction().execute(async (inside) => {
          await inside.deleteFrom('streams').where('reference', '=', ref).execute();
          await inside.deleteFrom('stream_points').where('reference', '=', ref).execute();
        });
        streams.remove(ref);
      }),
  };
}

const NO_POINTS = { points: [], ended: false };

const toRow = (reference: string, place: number, points: readonly ScriptPoint[]) => ({
  reference,
  place,
  points: JSON.stringify(points.flatMap(({ t, x }) => [t, x])),
});

function* readPoints(text: string): Iterable<ScriptPoint> {
  const numbers = JSON.parse(text) as readonly number[]; // `toRow` wrote it
  for (let at = 0; at < numbers.length; at += 2) yield { t: numbers[at] ?? 0, x: numbers[at + 1] ?? 0 };
}
