import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createLeaseDesk, LEASES_PER_DEVICE, type LeaseGrant, type LeaseWish } from './lease-desk.ts';

const KEY = 'DemoHandy1';
const wish = (changes: Partial<LeaseWish> = {}): LeaseWish => ({
  ...{ holder: 'tab-1', rank: 'owner', ttlMs: 10_000 },
  ...changes,
});

function setUp(capacity?: number) {
  const time = createFakeTime(0);
  const ends: string[] = [];
  const desk = createLeaseDesk({
    time,
    onEnd: (end, connectionKey) => ends.push(`${connectionKey} ${end}`),
    ...(capacity !== undefined && { capacity }),
  });
  function granted(connectionKey = KEY, changes: Partial<LeaseWish> = {}): LeaseGrant {
    const answer = desk.ask(connectionKey, wish(changes));
    if (answer === 'no-room' || 'refused' in answer) throw new Error(`Not granted: ${JSON.stringify(answer)}`);
    return answer;
  }
  return { time, ends, desk, granted };
}

test('a lease runs out when nobody renews it in time, and every renewal begins its time anew', () => {
  const { time, ends, desk, granted } = setUp();
  const { lease, secret, expiresAt } = granted();
  expect(expiresAt).toBe(10_000);
  time.advance(9_999);
  expect(desk.renew(lease, secret)).toEqual({ expiresAt: 19_999 });
  time.advance(9_999);
  expect([ends, desk.isHeld(KEY), desk.held()]).toEqual([[], true, 1]);
  time.advance(1);
  expect([ends, desk.isHeld(KEY), desk.held()]).toEqual([[`${KEY} ran-out`], false, 0]);
  expect(desk.renew(lease, secret)).toBe('ran-out');
});

test('a clock that is set does not end it', () => {
  const { time, ends, granted } = setUp();
  granted();
  time.setWallClock(3_600_000);
  time.advance(5_000);
  expect(ends).toEqual([]);
});

test('a newer owner takes over, and the older one is told by whom', () => {
  const { time, ends, desk, granted } = setUp();
  const older = granted();
  const newer = granted(KEY, { holder: 'tab-2' });
  expect(ends).toEqual([`${KEY} taken-over`]);
  expect(desk.renew(older.lease, older.secret)).toEqual({ takenOverBy: { holder: 'tab-2', rank: 'owner' } });
  expect(desk.renew(newer.lease, newer.secret)).toHaveProperty('expiresAt');
  expect(desk.letGo(older.lease, older.secret)).toEqual({ connectionKey: KEY, held: false });
  expect(desk.held()).toBe(1);
  time.advance(10_000);
  expect(ends).toEqual([`${KEY} taken-over`, `${KEY} ran-out`]);
});

test('a guest is refused while an owner holds, and told who', () => {
  const { desk, granted } = setUp();
  granted();
  expect(desk.ask(KEY, wish({ holder: 'guest', rank: 'guest' }))).toEqual({
    refused: { holder: 'tab-1', rank: 'owner' },
  });
});

test('only its own secret renews or ends it', () => {
  const { desk, granted } = setUp();
  const { lease } = granted();
  const other = granted('DemoOh0001');
  for (const wrong of ['', 'x', other.secret]) {
    expect(desk.renew(lease, wrong)).toBe('unknown');
    expect(desk.letGo(lease, wrong)).toBeUndefined();
  }
  expect(desk.renew('nothing', other.secret)).toBe('unknown');
});

test('one that is let go ends without a word of running out', () => {
  const { time, ends, desk, granted } = setUp();
  const { lease, secret } = granted();
  expect(desk.letGo(lease, secret)).toEqual({ connectionKey: KEY, held: true });
  time.advance(60_000);
  expect(ends).toEqual([`${KEY} let-go`]);
  expect(desk.renew(lease, secret)).toBe('let-go');
  expect(time.pending()).toBe(0);
});

test('a device has a bounded number of leases, and forgets the oldest that ended', () => {
  const { desk, granted } = setUp();
  const first = granted();
  for (let more = 0; more < LEASES_PER_DEVICE * 2; more++) granted();
  expect(desk.renew(first.lease, first.secret)).toBe('unknown');
  expect(desk.held()).toBe(1);
});

test('all devices together have a bounded number too', () => {
  const { desk, granted } = setUp(2);
  granted('Device0001');
  granted('Device0002');
  expect(desk.ask('Device0003', wish())).toBe('no-room');
  expect(desk.held()).toBe(2);
});

test('closing leaves no timer', () => {
  const { time, desk, granted } = setUp();
  granted();
  desk.close();
  expect(time.pending()).toBe(0);
});
