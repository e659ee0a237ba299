import { liveSource } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/database.ts';
import { ENTRY_LIFETIME_UNUSED_MS } from '../../store/expiring-store.ts';
import { createPointStreamRegistry, type StreamCapacity } from './point-stream-registry.ts';

const pointsAt = (...times: readonly number[]) => times.map((t) => ({ t, x: 50 }));

const ROOM: StreamCapacity = { streams: 10, pointsOfStream: 100, points: 1_000 };

async function startLibrary(room = ROOM) {
  const time = createFakeTime();
  const store = await openStore(':memory:');
  onTestFinished(() => store.destroy());
  const open = () => createPointStreamRegistry({ store, time, room });
  const library = await open();
  const make = async (...times: readonly number[]) => {
    const grant = await library.create(pointsAt(...times));
    if (typeof grant === 'string') throw new Error(grant);
    const stream = library.get(grant.ref);
    if (!stream) throw new Error('The stream was just made');
    return { ...grant, stream };
  };
  return { time, store, open, library, make };
}

test('a stream is one growing list, which a feeder reads while points are appended', async () => {
  const { library, make } = await startLibrary();
  const { ref, stream } = await make(0, 100);
  expect(ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const source = liveSource(stream);
  expect([source.length, source.complete]).toEqual([2, false]);
  expect(await library.append(ref, pointsAt(200, 300))).toBeUndefined();
  expect([source.length, source.pointAt(3), source.countUntil(250)]).toEqual([4, { t: 300, x: 50 }, 3]);
  await library.close(ref);
  expect(source.complete).toBe(true);
});

test('a listener of a stream is called for every append and once for its close, until undone', async () => {
  const { library, make } = await startLibrary();
  const { ref, stream } = await make();
  const calls: unknown[] = [];
  const stop = stream.onChange(() => calls.push([stream.points.length, stream.ended]));
  await library.append(ref, pointsAt(0, 100));
  await library.append(ref, []);
  await library.append(ref, pointsAt(50));
  await library.close(ref);
  await library.close(ref);
  expect(calls).toEqual([
    [2, false],
    [2, true],
  ]);
  stop();
  await library.remove(ref);
  expect(calls).toHaveLength(2);
});

test('times that do not rise strictly are refused, and nothing of the list is stored', async () => {
  const { library, make } = await startLibrary();
  const { ref, stream } = await make(100);
  for (const times of [[100], [50, 200], [200, 200], [200, 300, 250]])
    expect(await library.append(ref, pointsAt(...times))).toBe('not-rising');
  expect(stream.points).toEqual(pointsAt(100));
  expect(await library.create(pointsAt(5, 5))).toBe('not-rising');
  expect(await library.append(ref, pointsAt(101))).toBeUndefined();
});

test('a closed stream accepts no more points, and neither does a removed stream', async () => {
  const { library, make } = await startLibrary();
  const { ref, stream } = await make(0);
  await library.close(ref);
  expect(await library.append(ref, pointsAt(1))).toBe('closed');
  expect(library.get(ref)).toBe(stream);
  await library.remove(ref);
  expect(library.get(ref)).toBeUndefined();
  expect(await library.append(ref, pointsAt(1))).toBe('closed');
});

test('removing a stream ends it for clients that play it, with its points up to then', async () => {
  const { library, make } = await startLibrary();
  const { ref, stream } = await make(0, 100);
  let calls = 0;
  stream.onChange(() => {
    calls += 1;
  });
  await library.remove(ref);
  expect([calls, stream.ended, stream.points.length]).toEqual([1, true, 2]);
});

test('only the secret made with a stream owns it', async () => {
  const { library, make } = await startLibrary();
  const [one, other] = [await make(), await make()];
  expect(library.owned(one.ref, one.secret)).toBe(one.stream);
  expect(library.owned(one.ref, other.secret)).toBeUndefined();
  expect(library.owned('01J00000000000000000000000', one.secret)).toBeUndefined();
});

test('the points of a stream, the streams and all points together are limited', async () => {
  const { library, make } = await startLibrary({ streams: 3, pointsOfStream: 4, points: 6 });
  const { ref } = await make(0, 1, 2);
  expect(await library.append(ref, pointsAt(3, 4))).toBe('stream-full');
  const other = await make(0, 1, 2);
  expect(await library.append(ref, pointsAt(3))).toBe('library-full');
  expect(await library.create(pointsAt(0))).toBe('library-full');
  await make();
  expect(await library.create([])).toBe('library-full');
  await library.remove(other.ref);
  expect(await library.append(ref, pointsAt(3))).toBeUndefined();
  expect(await library.create(pointsAt(0, 1))).toMatchObject({ ref: expect.any(String) });
});

test('a stream without a use in 24 hours is removed with its points; one that is played stays', async () => {
  const { library, make, time } = await startLibrary({ streams: 10, pointsOfStream: 4, points: 4 });
  const idle = await make(0, 1);
  const played = await make(0, 1);
  played.stream.onChange(() => undefined);
  time.advance(ENTRY_LIFETIME_UNUSED_MS);
  expect(await library.append(played.ref, pointsAt(2))).toBeUndefined();
  await library.tidy();
  expect([library.get(idle.ref), idle.stream.ended]).toEqual([undefined, true]);
  expect(library.get(played.ref)?.points).toHaveLength(3);
});

test('a restart keeps streams with their points and secrets, in order; removed ones and those without a use in a day are gone', async () => {
  const { time, store, open, library, make } = await startLibrary();
  const [one, closed, removed] = [await make(0, 100), await make(0), await make(0)];
  // Points that arrive together are stored one after the other.
  expect(
    await Promise.all([pointsAt(200), pointsAt(300), pointsAt(250)].map((points) => library.append(one.ref, points))),
  ).toEqual([undefined, undefined, 'not-rising']);
  await library.close(closed.ref);
  await library.remove(removed.ref);
  const next = await open();
  expect(next.owned(one.ref, one.secret)).toMatchObject({ ended: false, points: pointsAt(0, 100, 200, 300) });
  expect(next.get(closed.ref)).toMatchObject({ ended: true, points: pointsAt(0) });
  expect(next.get(removed.ref)).toBeUndefined();
  expect(await next.append(one.ref, pointsAt(400))).toBeUndefined();
  expect((await open()).get(one.ref)?.points).toHaveLength(5);
  expect(JSON.stringify(await store.selectFrom('streams').selectAll().execute())).not.toContain(one.secret);
  time.advance(ENTRY_LIFETIME_UNUSED_MS * 2);
  await open();
  expect(await store.selectFrom('stream_points').selectAll().execute()).toEqual([]);
});

test('points that could not be stored are not in the stream, and their room is free again', async () => {
  const { store, library, make } = await startLibrary({ streams: 1, pointsOfStream: 4, points: 4 });
  const { ref, stream } = await make(0, 1);
  await sql`create trigger refuse before insert on stream_points begin select raise(abort, 'no'); end`.execute(store);
  await expect(library.append(ref, pointsAt(2, 3))).rejects.toThrow('no');
  expect(stream.points).toHaveLength(2);
  await sql`drop trigger refuse`.execute(store);
  expect(await library.append(ref, pointsAt(2, 3))).toBeUndefined();
});
