import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { ledDevice } from '../testing/linked-device.ts';
import { createFaultyLink, type FaultyLink } from './faulty-link.ts';
import { type LinkFaults, NO_FAULTS } from './link-faults.ts';

/** A link to a device that records the calls that arrive, and their times. */
function linked(faults: Partial<LinkFaults>, seed = 3) {
  const time = createFakeTime();
  const arrived: unknown[] = [];
  const arrivedAt: number[] = [];
  const device = ledDevice({
    answer: async (_name, input) => {
      arrived.push((input as { velocity?: number }).velocity);
      arrivedAt.push(Math.round(time.monotonic()));
      return 'done';
    },
  });
  const link = createFaultyLink(device, { time, seed, faults: { ...NO_FAULTS, ...faults } });
  return { time, device, link, arrived, arrivedAt };
}

/** Sends numbered commands at the same moment; resolves with the numbers of the answered ones, once all time has passed. */
async function answered(link: FaultyLink, time: { run(ms: number): Promise<void> }, count: number) {
  const numbers: number[] = [];
  for (let velocity = 0; velocity < count; velocity += 1)
    void link.call('hamp.velocity', { velocity }).then(() => numbers.push(velocity));
  await time.run(600_000);
  return numbers;
}

const inOrder = (count: number) => Array.from({ length: count }, (_, index) => index);

test('reordered commands overtake others, and every one arrives', async () => {
  const { link, time, arrived } = linked({ roundTripMs: 100, jitterMs: 400, reordered: 0.5 });
  await answered(link, time, 40);
  expect(arrived).not.toEqual(inOrder(40));
  expect(arrived.toSorted((one, other) => Number(one) - Number(other))).toEqual(inOrder(40));
});

test('without reordering, commands stay in order whatever the jitter', async () => {
  const { link, time, arrived } = linked({ roundTripMs: 100, jitterMs: 400 });
  await answered(link, time, 40);
  expect(arrived).toEqual(inOrder(40));
});

test('a slow link sends the bytes of one command after the other, and no command is delayed by idle time before it', async () => {
  // {"name":"hamp.velocity","input":{"velocity":0}} has 47 bytes.
  const { link, time, arrivedAt } = linked({ bytesPerSecond: 470, roundTripMs: 20 });
  await time.run(5_000);
  await answered(link, time, 3);
  expect(arrivedAt).toEqual([5_110, 5_210, 5_310]);
});

test('a link that recovers from slowness delivers its backlog at once and in order', async () => {
  const { link, time, arrived } = linked({ bytesPerSecond: 1 });
  for (let velocity = 0; velocity < 5; velocity += 1) void link.call('hamp.velocity', { velocity });
  await time.run(60_000);
  expect(arrived).toEqual([0]);
  link.setFaults(NO_FAULTS);
  void link.call('hamp.velocity', { velocity: 5 });
  await time.settle();
  expect(arrived).toEqual(inOrder(6));
});

test('the same seed and the same calls lose the same calls, another seed loses others', async () => {
  const losing = { lostCommands: 0.2, lostAnswers: 0.2 };
  const { link, time } = linked(losing);
  const first = await answered(link, time, 60);
  const second = await answered(link, time, 60);
  link.reseed(3);
  expect(await answered(link, time, 60)).toEqual(first);
  link.reseed(4);
  expect(await answered(link, time, 60)).not.toEqual(first);
  expect(second).not.toEqual(first);
});

test('neither another fault nor events nor clock measurements change which calls are lost', async () => {
  const plain = linked({ lostAnswers: 0.3 });
  const busy = linked({ lostAnswers: 0.3, jitterMs: 50, refusedModeChanges: 0.5 });
  busy.link.onEvent(() => undefined);
  for (let times = 0; times < 7; times += 1) {
    busy.device.emit({ name: 'temp_high', data: undefined });
    void busy.link.setClock({ clock_offset: 0, rtd: 0 });
  }
  expect(await answered(busy.link, busy.time, 60)).toEqual(await answered(plain.link, plain.time, 60));
});

test('clock measurements and updates use the same link', async () => {
  const { link, time } = linked({ roundTripMs: 200 });
  const done: string[] = [];
  void link.setClock({ clock_offset: 1, rtd: 2 }).then(() => done.push('clock'));
  void link.install({ version: '4.1.1', feature_flags: 'production' }).then(() => done.push('install'));
  await time.run(199);
  expect(done).toEqual([]);
  await time.run(1);
  expect(done).toEqual(['clock', 'install']);
});

test('a closed link leaves no timer, and nothing arrives any more', async () => {
  const { link, time, arrived } = linked({ roundTripMs: 200, jitterMs: 50, reordered: 0.5 });
  for (let velocity = 0; velocity < 5; velocity += 1) void link.call('hamp.velocity', { velocity });
  expect(time.pending()).toBe(5);
  link.close();
  expect(time.pending()).toBe(0);
  await time.run(1_000);
  expect(arrived).toEqual([]);
});

test("the cloud's own clock measurements count as no use and do not affect the calls", async () => {
  const plain = linked({ lostAnswers: 0.3 });
  const measured = linked({ lostAnswers: 0.3 });
  for (let times = 0; times < 5; times += 1) void measured.link.call('hstp.info', {});
  expect(await answered(measured.link, measured.time, 60)).toEqual(await answered(plain.link, plain.time, 60));
  expect(measured.link.uses()).toBe(60);
});
