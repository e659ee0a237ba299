import { liveSource } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { ENTRY_LIFETIME_UNUSED_MS } from '../../store/expiring-store.ts';
import { createPointStreamRegistry, type StreamCapacity } from './point-stream-registry.ts';

const pointsAt = (...times: readonly number[]) => times.map((t) => ({ t, x: 50 }));

function startLibrary(room?: StreamCapacity) {
  const time = createFakeTime();
  const library = createPointStreamRegistry(room ? { time, room } : { time });
  const make = (...times: readonly number[]) => {
    const grant = library.create(pointsAt(...times));
    if (typeof grant === 'string') throw new Error(grant);
    const stream = library.get(grant.ref);
    if (!stream) throw new Error('The stream was just made');
    return { ...grant, stream };
  };
  return { time, library, make };
}

test('a stream is one growing list, which a feeder reads while points are appended', () => {
  const { library, make } = startLibrary();
  const { ref, stream } = make(0, 100);
  expect(ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const source = liveSource(stream);
  expect([source.length, source.complete]).toEqual([2, false]);
  expect(library.append(ref, pointsAt(200, 300))).toBeUndefined();
  expect([source.length, source.pointAt(3), source.countUntil(250)]).toEqual([4, { t: 300, x: 50 }, 3]);
  library.close(ref);
  expect(source.complete).toBe(true);
});

test('a listener of a stream is called for every append and once for its close, until undone', () => {
  const { library, make } = startLibrary();
  const { ref, stream } = make();
  const calls: unknown[] = [];
  const stop = stream.onChange(() => calls.push([stream.points.length, stream.ended]));
  library.append(ref, pointsAt(0, 100));
  library.append(ref, []);
  library.append(ref, pointsAt(50));
  library.close(ref);
  library.close(ref);
  expect(calls).toEqual([
    [2, false],
    [2, true],
  ]);
  stop();
  library.remove(ref);
  expect(calls).toHaveLength(2);
});

test('times that do not rise strictly are refused, and nothing of the list is stored', () => {
  const { library, make } = startLibrary();
  const { ref, stream } = make(100);
  for (const times of [[100], [50, 200], [200, 200], [200, 300, 250]])
    expect(library.append(ref, pointsAt(...times))).toBe('not-rising');
  expect(stream.points).toEqual(pointsAt(100));
  expect(library.create(pointsAt(5, 5))).toBe('not-rising');
  expect(library.append(ref, pointsAt(101))).toBeUndefined();
});

test('a closed stream accepts no more points, and neither does a removed stream', () => {
  const { library, make } = startLibrary();
  const { ref, stream } = make(0);
  library.close(ref);
  expect(library.append(ref, pointsAt(1))).toBe('closed');
  expect(library.get(ref)).toBe(stream);
  library.remove(ref);
  expect(library.get(ref)).toBeUndefined();
  expect(library.append(ref, pointsAt(1))).toBe('closed');
});

test('removing a stream ends it for clients that play it, with its points up to then', () => {
  const { library, make } = startLibrary();
  const { ref, stream } = make(0, 100);
  let calls = 0;
  stream.onChange(() => {
    calls += 1;
  });
  library.remove(ref);
  expect([calls, stream.ended, stream.points.length]).toEqual([1, true, 2]);
});

test('only the secret made with a stream owns it', () => {
  const { library, make } = startLibrary();
  const [one, other] = [make(), make()];
  expect(library.owned(one.ref, one.secret)).toBe(one.stream);
  expect(library.owned(one.ref, other.secret)).toBeUndefined();
  expect(library.owned('01J00000000000000000000000', one.secret)).toBeUndefined();
});

test('the points of a stream, the streams and all points together are limited', () => {
  const { library, make } = startLibrary({ streams: 3, pointsOfStream: 4, points: 6 });
  const { ref } = make(0, 1, 2);
  expect(library.append(ref, pointsAt(3, 4))).toBe('stream-full');
  const other = make(0, 1, 2);
  expect(library.append(ref, pointsAt(3))).toBe('library-full');
  expect(library.create(pointsAt(0))).toBe('library-full');
  make();
  expect(library.create([])).toBe('library-full');
  library.remove(other.ref);
  expect(library.append(ref, pointsAt(3))).toBeUndefined();
  expect(library.create(pointsAt(0, 1))).toMatchObject({ ref: expect.any(String) });
});

test('a stream without a use in 24 hours is removed with its points; one that is played stays', () => {
  const { library, make, time } = startLibrary({ streams: 10, pointsOfStream: 4, points: 4 });
  const idle = make(0, 1);
  const played = make(0, 1);
  played.stream.onChange(() => undefined);
  time.advance(ENTRY_LIFETIME_UNUSED_MS);
  expect(library.append(played.ref, pointsAt(2))).toBeUndefined();
  library.forgetUnused();
  expect([library.get(idle.ref), idle.stream.ended]).toEqual([undefined, true]);
  expect(library.get(played.ref)?.points).toHaveLength(3);
});
