import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceCaller } from '../../devices/device-caller.ts';
import { createDeviceRegistry } from '../../devices/registry.ts';
import { eventLoopTurnsOf } from '../../rate-limit/event-loop-turns.ts';
import { createLeaseManager } from '../leases/lease-manager.ts';
import { createPlaybackManager } from '../playback/playback-manager.ts';
import { createGuestMotionController } from './guest-motion-controller.ts';
import type { GuestSession } from './guest-session.ts';
import type { Share, ShareSettings } from './share.ts';
import { createSharedControl } from './shared-control.ts';

const KEY = 'Shared001';

const terms: ShareSettings = {
  name: 'Test',
  uses: null,
  viewers: 4,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  limits: { allow: ['hamp'], speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
};

const share: Share = {
  id: 'share',
  connectionKey: KEY,
  secretHash: '',
  createdAtMs: 0,
  used: 0,
  startedAtMs: undefined,
  over: undefined,
  terms,
  storedTerms: terms,
};

const guest = (name: string): GuestSession => ({
  ...{ id: name, alias: `${name}Alias`, textHash: name, name, share, joinedAtMs: 0 },
  ...{ streams: new Set(), requestsControl: false, floods: false, isHere: true, over: undefined },
});

/** A shared control of a device that does not exist: its stops are recorded. */
function setUp() {
  const time = createFakeTime();
  const stops: number[] = [];
  const audited: string[] = [];
  const leases = createLeaseManager({
    ...{ time, onEnd: () => undefined, onOver: () => undefined, onHeld: () => undefined },
    isWatched: () => false,
    capacity: 100,
  });
  const caller = createDeviceCaller(time);
  const parts = {
    ...{ time, caller },
    leases: {
      stop: () => stops.push(time.monotonic()),
      lift: () => undefined,
      over: () => undefined,
      leftBy: () => undefined,
    },
    devices: createDeviceRegistry(time),
    playbacks: createPlaybackManager({ caller, time, turns: eventLoopTurnsOf(time), publish: () => undefined }),
    onError: (error: unknown) => expect.fail(String(error)),
  };
  let isFull = false;
  const motion = createGuestMotionController(parts, KEY);
  const sharedControl = createSharedControl({
    ...{ connectionKey: KEY, time, leases, motion },
    record: {
      async write() {
        if (isFull) throw new Error('full');
      },
      follow: async () => undefined,
    },
    onError: (error) => expect.fail(String(error)),
    listener: {
      changed: () => undefined,
      audit: (session, what) => void audited.push(`${session?.name ?? 'owner'} ${what}`),
      over: () => undefined,
    },
  });
  const [anna, bo] = [guest('Anna'), guest('Bo')];
  sharedControl.join(anna);
  sharedControl.join(bo);
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { time, leases, sharedControl, stops, audited, anna, bo, fill };
}

/** A guest with a hold and a motion. */
function driving() {
  const world = setUp();
  expect(world.sharedControl.take(world.anna)).toHaveProperty('expiresAt');
  world.sharedControl.motion.setDriver(world.anna);
  world.stops.length = 0;
  return world;
}

test('the first guest has control, and no other gets a hold', () => {
  const { sharedControl, anna, bo } = setUp();
  expect(sharedControl.controller()).toBe(anna);
  expect(sharedControl.take(bo)).toBe('not-controller');
});

test('a hold lasts by its renewals, and its motion is stopped when it expires', () => {
  const { time, sharedControl, stops, audited, anna } = driving();
  for (let renewals = 0; renewals < 20; renewals++) {
    time.advance(150);
    expect(sharedControl.renew(anna)).toHaveProperty('expiresAt');
  }
  expect(stops).toEqual([]);
  time.advance(499);
  expect(stops).toEqual([]);
  time.advance(1);
  expect([stops.length, sharedControl.renew(anna)]).toEqual([1, 'lapsed']);
  expect(audited).toContain('Anna lapse');
});

test('control stays for five seconds after an expired hold, then it is free for any guest who requests it', async () => {
  const { time, sharedControl, anna, bo } = driving();
  time.advance(500 + 4_990);
  expect(sharedControl.take(anna)).toHaveProperty('expiresAt');
  time.advance(500 + 5_000);
  expect(sharedControl.take(anna)).toBe('not-controller');
  expect(await sharedControl.requestControl(bo)).toBe(true);
  expect([sharedControl.controller(), await sharedControl.requestControl(anna)]).toEqual([bo, false]);
});

test('after an expired hold a sign of life does not retain control: five seconds later it is free', async () => {
  const { time, sharedControl, anna } = driving();
  time.advance(500);
  for (let signs = 0; signs < 49; signs++) {
    sharedControl.seen(anna);
    time.advance(100);
  }
  expect(sharedControl.controller()).toBe(anna);
  time.advance(100);
  expect([sharedControl.controller(), anna.isHere]).toEqual([undefined, true]);
  expect(await sharedControl.requestControl(anna)).toBe(true);
});

test('a guest who is given control after an expired hold retains it', async () => {
  const { time, sharedControl, anna } = driving();
  time.advance(500 + 3_000);
  await sharedControl.passControl(anna, undefined);
  for (let signs = 0; signs < 50; signs++) {
    sharedControl.seen(anna);
    time.advance(100);
  }
  expect(sharedControl.controller()).toBe(anna);
});

test('motion that a guest did not start is not stopped when its hold expires', () => {
  const { time, sharedControl, stops, anna } = driving();
  sharedControl.ownerDrives();
  time.advance(1_000);
  expect(sharedControl.take(anna)).toHaveProperty('expiresAt');
  stops.length = 0;
  sharedControl.ownerDrives();
  time.advance(2_000);
  expect(stops).toEqual([]);
});

test('an owner’s lease takes the device over; where the owner starts nothing, the motion of the guest is stopped', () => {
  const { time, leases, sharedControl, stops, anna } = driving();
  leases.request(KEY, { holder: 'tab', rank: 'owner', ttlMs: 10_000, closedMs: 10_000 }, () => () => undefined);
  expect(sharedControl.renew(anna)).toEqual({ heldBy: { holder: 'owner', rank: 'owner' } });
  expect(stops).toEqual([]);
  time.advance(300);
  expect(stops).toHaveLength(1);
  expect(sharedControl.take(anna)).toEqual({ heldBy: { holder: 'tab', rank: 'owner' } });
});

test('a hand-over stops before it passes control, and an owner who takes control back passes it only by hand', async () => {
  const { sharedControl, stops, anna, bo } = driving();
  await sharedControl.passControl(bo, anna);
  expect([stops.length, sharedControl.controller()]).toEqual([1, bo]);
  await sharedControl.passControl(undefined, undefined);
  expect([sharedControl.isLocked(), await sharedControl.requestControl(anna)]).toEqual([true, false]);
  await sharedControl.passControl(anna, undefined);
  expect([sharedControl.isLocked(), sharedControl.controller()]).toEqual([false, anna]);
});

test('another person’s Stop ends the hold for a second, the guest’s own does not', () => {
  const { time, sharedControl, anna, bo } = driving();
  const press = (by: GuestSession) =>
    sharedControl.stopped(
      { by, call: 'hamp.stop' },
      async () => undefined,
      () => true,
    );
  void press(anna);
  expect(sharedControl.isHeldBy(anna)).toBe(true);
  void press(bo);
  expect(sharedControl.take(anna)).toBe('stopped-just-now');
  time.advance(1_000);
  expect(sharedControl.take(anna)).toHaveProperty('expiresAt');
});

test('a guest who leaves loses its motion, its streams and its control', () => {
  const { sharedControl, stops, anna } = driving();
  let ended = 0;
  anna.streams.add({ write: () => undefined, end: () => ended++ });
  sharedControl.leave(anna, 'revoked');
  expect([stops.length, ended, sharedControl.controller(), anna.over]).toEqual([1, 1, undefined, 'revoked']);
});

test('control that could not be stored is not granted and not handed over, and the same request succeeds later', async () => {
  const { sharedControl, anna, bo, fill, stops } = driving();
  fill(true);
  await expect(sharedControl.passControl(bo, anna)).rejects.toThrow('full');
  expect([sharedControl.controller(), sharedControl.isHeldBy(anna), stops.length]).toEqual([anna, true, 0]);
  sharedControl.leave(anna, 'left');
  await expect(sharedControl.requestControl(bo)).rejects.toThrow('full');
  expect([sharedControl.controller(), bo.requestsControl]).toEqual([undefined, false]);
  fill(false);
  expect(await sharedControl.requestControl(bo)).toBe(true);
});

test('taking control back needs no store', async () => {
  const { sharedControl, fill, stops } = driving();
  fill(true);
  await sharedControl.passControl(undefined, undefined);
  expect([sharedControl.isLocked(), sharedControl.controller(), stops.length]).toEqual([true, undefined, 1]);
});

test.each(['the guest in control', 'the owner'])(
  'control that %s passes to a guest who is away is free after five seconds, and the guest no longer asks for it',
  async (who) => {
    const { time, sharedControl, anna, bo } = setUp();
    // A guest with an open stream is there without another sign.
    anna.streams.add({ write: () => undefined, end: () => undefined });
    sharedControl.seen(anna);
    await sharedControl.requestControl(bo);
    expect(bo.requestsControl).toBe(true);
    time.advance(5_000);
    expect([bo.isHere, bo.requestsControl]).toEqual([false, false]);
    await sharedControl.passControl(bo, who === 'the owner' ? undefined : anna);
    expect(sharedControl.controller()).toBe(bo);
    time.advance(4_999);
    expect(sharedControl.controller()).toBe(bo);
    time.advance(1);
    expect(sharedControl.controller()).toBeUndefined();
    expect(await sharedControl.requestControl(anna)).toBe(true);
  },
);
