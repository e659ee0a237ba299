import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import {
  createLeaseManager,
  LEASES_PER_DEVICE,
  type LeaseGrant,
  type LeaseRequest,
  type OnConnectionClosed,
} from './lease-manager.ts';

const KEY = 'DemoHandy1';
const request = (changes: Partial<LeaseRequest> = {}): LeaseRequest => ({
  ...{ holder: 'tab-1', rank: 'owner', ttlMs: 10_000, closedMs: 10_000 },
  ...changes,
});

function setUp(capacity = 100) {
  const time = createFakeTime(0);
  const ends: string[] = [];
  /** Devices with an open event stream. */
  const watched = new Set<string>();
  /** Callbacks for closed connections of requests. */
  const connections = new Set<() => void>();
  const onClosed: OnConnectionClosed = (run) => {
    connections.add(run);
    return () => connections.delete(run);
  };
  const manager = createLeaseManager({
    time,
    onHeld: () => undefined,
    onOver: () => undefined,
    isWatched: (connectionKey) => watched.has(connectionKey),
    onEnd: (end, connectionKey) => ends.push(`${connectionKey} ${end}`),
    capacity,
  });
  function granted(connectionKey = KEY, changes: Partial<LeaseRequest> = {}): LeaseGrant {
    const answer = manager.request(connectionKey, request(changes), onClosed);
    if (answer === 'no-room' || 'refused' in answer) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
    return answer;
  }
  const renew = ({ lease, secret }: Pick<LeaseGrant, 'lease' | 'secret'>) => manager.renew(lease, secret, onClosed);
  function closeConnections(): void {
    for (const run of [...connections]) run();
  }
  return { time, ends, manager, granted, renew, watched, closeConnections, connections, onClosed };
}

test('a lease expires without a renewal in time, and every renewal restarts its time', () => {
  const { time, ends, manager, granted, renew } = setUp();
  const { lease, secret, expiresAt } = granted();
  expect(expiresAt).toBe(10_000);
  time.advance(9_999);
  expect(renew({ lease, secret })).toEqual({ expiresAt: 19_999 });
  time.advance(9_999);
  expect([ends, manager.isHeld(KEY), manager.held()]).toEqual([[], true, 1]);
  time.advance(1);
  expect([ends, manager.isHeld(KEY), manager.held()]).toEqual([[`${KEY} ran-out`], false, 0]);
  expect(renew({ lease, secret })).toBe('ran-out');
});

test('a change of the wall clock does not end a lease', () => {
  const { time, ends, granted } = setUp();
  granted();
  time.setWallClock(3_600_000);
  time.advance(5_000);
  expect(ends).toEqual([]);
});

test('a newer owner takes over, and the older one receives the new holder', () => {
  const { time, ends, manager, granted, renew } = setUp();
  const older = granted();
  const newer = granted(KEY, { holder: 'tab-2' });
  expect(ends).toEqual([`${KEY} taken-over`]);
  expect(renew(older)).toEqual({ takenOverBy: { holder: 'tab-2', rank: 'owner' } });
  expect(renew(newer)).toHaveProperty('expiresAt');
  expect(manager.letGo(older.lease, older.secret)).toMatchObject({ connectionKey: KEY, held: false });
  expect(manager.held()).toBe(1);
  time.advance(10_000);
  expect(ends).toEqual([`${KEY} taken-over`, `${KEY} ran-out`]);
});

test('a guest is refused while an owner holds, and receives the holder', () => {
  const { manager, granted, onClosed } = setUp();
  granted();
  expect(manager.request(KEY, request({ holder: 'guest', rank: 'guest' }), onClosed)).toEqual({
    refused: { holder: 'tab-1', rank: 'owner' },
  });
});

test('only its own secret renews or ends a lease', () => {
  const { manager, granted, renew } = setUp();
  const { lease } = granted();
  const other = granted('DemoOh0001');
  for (const wrong of ['', 'x', other.secret]) {
    expect(renew({ lease, secret: wrong })).toBe('unknown');
    expect(manager.letGo(lease, wrong)).toBeUndefined();
  }
  expect(renew({ ...other, lease: 'nothing' })).toBe('unknown');
});

test('a lease that is released ends without an expiry', () => {
  const { time, ends, manager, granted, renew } = setUp();
  const { lease, secret } = granted();
  expect(manager.letGo(lease, secret)).toMatchObject({ connectionKey: KEY, held: true });
  time.advance(60_000);
  expect(ends).toEqual([`${KEY} let-go`]);
  expect(renew({ lease, secret })).toBe('let-go');
  expect(time.pending()).toBe(0);
});

test.each(['let-go', 'ran-out', 'taken-over'] as const)(
  'a lease that ended as %s does not hold its connection and the function for its end in memory',
  async (end) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const { time, manager, granted } = setUp();
    const weak: WeakRef<object>[] = [];
    const watched = (thing: object) => {
      weak.push(new WeakRef(thing));
      return thing;
    };
    // A closure holds what it names.
    const onClosed = (socket: object) => () => () => void socket;
    const onEnd = (guests: object) => () => void guests;
    const asked = manager.request(KEY, request({ onEnd: onEnd(watched({})) }), onClosed(watched({})));
    const { lease, secret } = asked as LeaseGrant; // nobody else holds the device
    if (end === 'let-go') manager.letGo(lease, secret);
    else if (end === 'ran-out') time.advance(10_000);
    else granted();
    await time.settle();
    collectGarbage();
    expect(weak.map((reference) => reference.deref())).toEqual([undefined, undefined]);
    expect(manager.renew(lease, secret, () => () => undefined)).not.toBe('unknown');
  },
);

test('a device has a bounded number of leases, and the oldest ended one is dropped', () => {
  const { manager, granted, renew } = setUp();
  const first = granted();
  for (let more = 0; more < LEASES_PER_DEVICE * 2; more++) granted();
  expect(renew(first)).toBe('unknown');
  expect(manager.held()).toBe(1);
});

test('all devices together have a bounded number of leases', () => {
  const { manager, granted, onClosed } = setUp(2);
  granted('Device0001');
  granted('Device0002');
  expect(manager.request('Device0003', request(), onClosed)).toBe('no-room');
  expect(manager.held()).toBe(2);
});

test('closing leaves no timer', () => {
  const { time, manager, granted } = setUp();
  granted();
  manager.close();
  expect(time.pending()).toBe(0);
});

describe("a lease whose holder's disconnection is noticed", () => {
  const LONG = { ttlMs: 60_000, closedMs: 10_000 };

  function watchedLease() {
    const world = setUp();
    world.watched.add(KEY);
    return { ...world, lease: world.granted(KEY, LONG) };
  }

  test('survives a silence of nearly a minute, and no longer one', () => {
    const { time, ends, lease, renew } = watchedLease();
    time.advance(59_999);
    expect(renew(lease)).toEqual({ expiresAt: 119_999 });
    time.advance(60_000);
    expect(ends).toEqual([`${KEY} ran-out`]);
  });

  test('ends ten seconds after the last event stream of its device was closed', () => {
    const { time, ends, manager, watched } = watchedLease();
    time.advance(20_000);
    manager.streamClosed(KEY);
    time.advance(10_000);
    expect(ends).toEqual([]);
    watched.delete(KEY);
    manager.streamClosed(KEY);
    time.advance(9_999);
    expect(ends).toEqual([]);
    time.advance(1);
    expect(ends).toEqual([`${KEY} ran-out`]);
  });

  test('ends ten seconds after the connection of its last renewal was closed, unless it is renewed by another', () => {
    const { time, ends, lease, renew, connections, closeConnections } = watchedLease();
    renew(lease);
    expect(connections.size).toBe(1);
    closeConnections();
    time.advance(9_000);
    renew(lease);
    time.advance(50_000);
    expect(ends).toEqual([]);
    closeConnections();
    time.advance(10_000);
    expect(ends).toEqual([`${KEY} ran-out`]);
    expect(connections.size).toBe(0);
  });

  test('lasts no longer after a closed connection than before', () => {
    const { time, ends, closeConnections } = watchedLease();
    time.advance(55_000);
    closeConnections();
    time.advance(5_000);
    expect(ends).toEqual([`${KEY} ran-out`]);
  });

  test('lasts ten seconds a renewal where no stream shows that its holder is gone', () => {
    const { time, ends, granted, renew, watched } = setUp();
    const lease = granted(KEY, LONG);
    expect(lease.expiresAt).toBe(10_000);
    watched.add(KEY);
    expect(renew(lease)).toEqual({ expiresAt: 60_000 });
    time.advance(60_000);
    expect(ends).toEqual([`${KEY} ran-out`]);
  });
});
