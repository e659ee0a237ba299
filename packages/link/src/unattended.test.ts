/** A linked device without a responsible client; the test controls the far end of its link. */
import {
  DeviceRefusal,
  errorKinds,
  LINK_GRACE_MS,
  type OngoingMotionKind,
  type SelfStoppingDevice,
} from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createDeviceLink } from './device-link.ts';
import { createFakeCloud } from './testing/fake-cloud.ts';

const GUEST = { type: 'hold', silentMs: 600, closedMs: 600 } as const;
const LEASE = { type: 'hold', silentMs: 60_000, closedMs: 10_000 } as const;
const SILENT_LINK_MS = 30_000;

function start(motion: OngoingMotionKind) {
  const fake = createFakeTime(0);
  /** How late timers run, as on a busy machine. */
  let lateMs = 0;
  const time = { ...fake, monotonic: () => fake.monotonic() + lateMs };
  const cloud = createFakeCloud();
  const world = { motion, restedAtMs: [] as number[] };
  const device: SelfStoppingDevice = {
    connectionKey: 'Device12345',
    info: () => undefined,
    call: () => Promise.reject(new DeviceRefusal(errorKinds.deviceNotConnected)),
    setClock: async (measured) => ({ time: 1, ...measured }),
    install: async () => undefined,
    onEvent: () => () => undefined,
    motion: () => world.motion,
    rest() {
      world.restedAtMs.push(time.monotonic());
      world.motion = 'none';
    },
  };
  const options = { device, url: 'ws://cloud', secret: 'secret', connect: cloud.connect, time };
  const link = createDeviceLink({ ...options, random: createRandom(1) });
  cloud.now().welcome();
  const block = (ms: number) => {
    lateMs += ms;
  };
  return { time, cloud, link, world, block };
}

test.each(['ending', 'endless'] as const)('%s motion stops by itself when its hold is not renewed', (motion) => {
  const { time, cloud, world } = start(motion);
  for (let renewal = 0; renewal < 5; renewal++) {
    cloud.now().send(GUEST);
    time.advance(150);
  }
  expect(world.restedAtMs).toEqual([]);
  time.advance(60_000);
  expect(world.restedAtMs).toEqual([600 + 600]);
});

test('only a hold frame renews a hold: no ping, command, acknowledgement or welcome does', async () => {
  const { time, cloud, world } = start('endless');
  cloud.now().send(LEASE);
  cloud.now().cut();
  await time.run(1_000);
  cloud.now().welcome({ resumed: true });
  for (let sign = 1; sign <= 9; sign++) {
    time.advance(1_000);
    cloud.now().send({ type: 'ping' });
    cloud.now().send({ type: 'ack', seq: 0 });
    cloud.now().send({ type: 'call', id: sign, name: 'hamp.velocity', input: { velocity: 1 } });
  }
  expect(world.restedAtMs).toEqual([10_000]);
});

test('a lifted hold leaves the motion to the current driver, and an expired hold does not return', () => {
  const { time, cloud, world } = start('endless');
  cloud.now().send(GUEST);
  cloud.now().send({ type: 'hold' });
  time.advance(20_000);
  expect(world.restedAtMs).toEqual([]);
  cloud.now().send(GUEST);
  time.advance(600);
  world.motion = 'endless';
  time.advance(5_000);
  expect(world.restedAtMs).toEqual([20_600]);
});

test.each([
  ['a guest’s motion on a link that is closed', 'endless', GUEST, 600],
  ['a guest’s script on a link that is closed', 'ending', GUEST, 600],
  ['leased motion without an end', 'endless', LEASE, LINK_GRACE_MS],
  ['a leased script', 'ending', LEASE, 10_000],
  ['endless motion without a hold', 'endless', undefined, LINK_GRACE_MS],
  ['a script without a hold', 'ending', undefined, 60_000],
] as const)('%s rests when the link stays away', (_, motion, hold, afterMs) => {
  const { time, cloud, world } = start(motion);
  if (hold) cloud.now().send(hold);
  cloud.now().cut();
  time.advance(120_000);
  expect(world.restedAtMs).toEqual([afterMs]);
});

test.each([
  ['a guest’s motion', 'endless', GUEST, 600],
  ['leased motion', 'endless', LEASE, SILENT_LINK_MS + LINK_GRACE_MS],
  ['a leased script', 'ending', LEASE, SILENT_LINK_MS + 10_000],
  ['a script without a hold', 'ending', undefined, 60_000],
] as const)('%s rests on a link that fell silent without being closed', (_, motion, hold, afterMs) => {
  const { time, cloud, world } = start(motion);
  if (hold) cloud.now().send(hold);
  time.advance(120_000);
  expect(world.restedAtMs).toEqual([afterMs]);
});

test.each([
  ['a cut', ({ cloud }: ReturnType<typeof start>) => cloud.now().cut()],
  ['a renewal', ({ cloud }: ReturnType<typeof start>) => cloud.now().send(GUEST)],
] as const)('a hold that expired while timers were late ends before a later %s', (_, come) => {
  const started = start('endless');
  started.cloud.now().send(GUEST);
  started.block(700);
  come(started);
  expect(started.world.restedAtMs).toEqual([700]);
});

test('motion goes on when a link comes back within its grace period', async () => {
  const { time, cloud, world } = start('endless');
  cloud.now().send(LEASE);
  cloud.now().cut();
  await time.run(LINK_GRACE_MS - 100);
  cloud.now().welcome({ resumed: true });
  cloud.now().send(LEASE);
  for (let ping = 0; ping < 5; ping++) {
    cloud.now().send({ type: 'ping' });
    await time.run(10_000);
  }
  expect(world.restedAtMs).toEqual([]);
});

test('a link that the cloud ends does not delay the stop after the grace period', () => {
  const { time, cloud, world } = start('endless');
  cloud.now().send(LEASE);
  cloud.now().send({ type: 'refused', code: 'ended', message: '' });
  time.advance(60_000);
  expect(world.restedAtMs).toEqual([LINK_GRACE_MS]);
});

test('closing a link on purpose stops held motion, leaves other motion, and sets no timer', () => {
  const held = start('endless');
  held.cloud.now().send(LEASE);
  held.link.close();
  expect([held.world.restedAtMs, held.time.pending()]).toEqual([[0], 0]);
  const unheld = start('endless');
  unheld.link.close();
  expect([unheld.world.restedAtMs, unheld.time.pending()]).toEqual([[], 0]);
});

test('a hold that names one of its two times uses it for both, and a time that is not a number makes the frame invalid', () => {
  const { time, cloud, world } = start('endless');
  cloud.now().sendRaw(JSON.stringify({ type: 'hold', silentMs: 'for ever' }));
  cloud.now().sendRaw(JSON.stringify({ type: 'hold', silentMs: 300 }));
  time.advance(300);
  expect(world.restedAtMs).toEqual([300]);
});
