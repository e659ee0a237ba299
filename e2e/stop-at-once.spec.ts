import { DeviceMode } from '@tactus/protocol';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './harness/until.ts';
import { type ManyDevicesRun, openManyDevices } from './many-devices/open.ts';
import type { SentStop } from './many-devices/page.ts';

/** One frame (from the press to the request that is sent). */
const FRAME_MS = 16;
const DEVICES = 8;

let run: ManyDevicesRun;
let tabs: Page[] = [];
let front: Page;

beforeAll(async () => {
  run = await openManyDevices(DEVICES);
  tabs = [await run.tab(), await run.tab(), await run.tab()];
  for (const tab of tabs) await tab.evaluate(`window.manyDevices.link(${JSON.stringify(run.keys)})`);
  front = tabs[2]!;
  await front.bringToFront();
  for (const tab of tabs) await until('every device is there', () => run.evaluate(tab, (page) => page.areIn()));
});
afterAll(() => run.close());

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const most = (values: readonly number[]) => Math.max(...values);

/** How long after a press, ms: a stop request had left the page, and its first byte was on its way. */
interface Taken {
  readonly left: number[];
  readonly sent: number[];
}

async function pressStop(page: Page, devices: number): Promise<Taken> {
  await page.evaluate(`window.manyDevices.keyStops(${devices})`);
  const before = (await run.evaluate(page, (it) => it.presses)).length;
  await page.keyboard.press('Escape');
  await until('the press is handled', async () => (await run.evaluate(page, (it) => it.presses)).length > before);
  const { pressedAtMs } = (await run.evaluate(page, (it) => it.presses)).at(-1)!;
  // All devices are named in one request; each sends its own as well, to confirm it.
  const ofSeveral = devices > 1;
  const stops = () => page.evaluate<SentStop[]>(`window.manyDevices.stopsSince(${pressedAtMs}, ${ofSeveral})`);
  await until('the stop is answered', async () => (await stops()).length >= 1);
  // An unconfirmed request is sent again: the first one belongs to the press.
  const [first] = (await stops()).sort((a, b) => a.leftAtMs - b.leftAtMs);
  return { left: [first!.leftAtMs - pressedAtMs], sent: [first!.sentAtMs - pressedAtMs] };
}

/** The machine may be busy: one of the rounds must be within the bound. All are printed. */
const ROUNDS_MS = 120_000;

async function expectAFrame(what: string, presses: number, press: () => Promise<Taken>) {
  const endMs = performance.now() + ROUNDS_MS;
  let holds = false;
  while (!holds && performance.now() < endMs) {
    const taken: Taken = { left: [], sent: [] };
    for (let done = 0; done < presses; done++) {
      const { left, sent } = await press();
      taken.left.push(...left);
      taken.sent.push(...sent);
    }
    report(`Stop ${what}: left the page`, taken.left);
    report(`Stop ${what}: first byte sent`, taken.sent);
    holds = most(taken.left) <= FRAME_MS && most(taken.sent) <= FRAME_MS;
  }
  expect(holds).toBe(true);
}

const putAll = (path: string, body?: unknown) =>
  Promise.all(run.keys.map((key) => run.tactus.device(key).put(path, body)));

/** How each mode is brought about, and its number. */
const MOVES: readonly [string, number, () => Promise<unknown>][] = [
  [
    'HAMP',
    DeviceMode.HAMP,
    async () => {
      await putAll('/hamp/start');
      await putAll('/hamp/velocity', { velocity: 0.5 });
    },
  ],
  ['HDSP', DeviceMode.HDSP, () => putAll('/hdsp/xpt', { xp: 0.9, t: 4_000, stop_on_target: true })],
  [
    'HSP',
    DeviceMode.HSP,
    async () => {
      await putAll('/hsp/setup', {});
      const points = Array.from({ length: 60 }, (_, place) => ({ t: place * 300, x: place % 2 ? 90 : 10 }));
      await putAll('/hsp/add', { points, tail_point_stream_index: 60, flush: true });
      await putAll('/hsp/play', { start_time: 0, loop: true });
    },
  ],
  [
    'a recorded script, which the cloud plays as points',
    DeviceMode.HSP,
    async () => {
      const actions = Array.from({ length: 60 }, (_, place) => ({ at: place * 300, pos: place % 2 ? 90 : 10 }));
      await putAll('/hssp/setup', { actions });
      await putAll('/hssp/play', { start_time: 0, server_time: Date.now() });
    },
  ],
  [
    'a stream of the cloud, which it plays as points',
    DeviceMode.HSP,
    async () => {
      const points = Array.from({ length: 60 }, (_, place) => ({ t: place * 300, x: place % 2 ? 90 : 10 }));
      const made = await fetch(`${run.tactus.url}/api/tactus/streams`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ points }),
      });
      const { stream_ref } = (await made.json()) as { stream_ref: string };
      await putAll('/stream/setup', { stream_ref });
      await putAll('/stream/play', { start_time: 0, server_time: Date.now() });
    },
  ],
  ['idle', DeviceMode.IDLE, () => putAll('/mode2', { mode: DeviceMode.IDLE })],
];

function report(what: string, took: readonly number[]): void {
  process.stdout.write(
    `${what}: median ${median(took).toFixed(1)} ms, max ${most(took).toFixed(1)} ms of ${took.length}\n`,
  );
}

describe('with 8 devices linked in each of 3 tabs', () => {
  test('all of them need no more than two connections for events', async () => {
    expect(await run.openStreams()).toBeLessThanOrEqual(2);
  });

  test.each(MOVES)('Stop leaves within a frame in %s', async (name, mode, move) => {
    await expectAFrame(`in ${name}`, 6, async () => {
      await move();
      for (const tab of tabs)
        await until(`all are in ${name}`, () => tab.evaluate(`window.manyDevices.areIn(${mode})`));
      const taken = await pressStop(front, 1);
      await until('it has stopped', () => run.evaluate(front, (page) => page.haveStopped()));
      return taken;
    });
  });

  // A browser has six connections to an HTTP/1.1 origin, so eight requests would wait for each other: one names all.
  test('one press that stops all 8 is on the wire for the last of them within a frame', async () => {
    const press = async () => {
      await putAll('/hamp/start');
      await until('all move', () => run.evaluate(front, (page) => page.areIn(0)));
      const taken = await pressStop(front, DEVICES);
      await until('all have stopped', () => run.evaluate(front, (page) => page.haveStopped()));
      return taken;
    };
    await expectAFrame('of all 8', 6, press);
  });

  test('Stop leaves within a frame before info, mode and clock are known', async () => {
    await expectAFrame('before anything is known', 3, async () => {
      const fresh = await run.tab();
      await fresh.evaluate(`window.manyDevices.link(${JSON.stringify(run.keys.slice(0, 1))})`);
      expect(await run.evaluate(fresh, (page) => page.areIn())).toBe(false);
      const taken = await pressStop(fresh, 1);
      await fresh.close();
      return taken;
    });
  });
});
