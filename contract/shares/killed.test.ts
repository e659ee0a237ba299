/**
 * Guests, owners and networks that end at a random moment, with real processes: what a guest set in motion rests within the
 * stated lapse (docs/sharing.md, docs/security.md). One run of each of the first four kinds in an ordinary run;
 * `TACTUS_DEEP_ENDS` sets another number, which goes through all kinds (`npm run deep -- shares`: 27, three of each).
 */
import { createDevice } from '@tactus/sdk';
import { createRandom, systemTime } from '@tactus/time';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { GuestWish } from './killed/guest.ts';
import {
  type CarriedDevice,
  type Clouds,
  guestAtHome,
  guestByBridge,
  type MovedDevice,
  startClouds,
} from './killed/world.ts';

const RUNS = Number(process.env['TACTUS_DEEP_ENDS'] ?? 4);
const SEED = 20_261_121;

/** A guest who is not heard: half a second of hold, and the rest of what is promised. */
const LAPSE_MS = 600;
/** A link that fell silent is found within this. */
const SILENCE_MS = 1_000;
/** One way to a device in the vendor's cloud, at the most: 300 ms and 80 more, there and back. */
const WAY_MS = 190;
/** What moves takes this to brake. */
const BRAKES_MS = 60;
/** Processes, timers and looks of a machine that others use, beside what a look itself took in the same run. */
const MARGIN_MS = 600;
/** The home waits so long for a link that was cut before it says that the device is away. */
const GRACE_MS = 5_000;

interface Kind {
  readonly name: string;
  readonly drives: readonly GuestWish['drives'][];
  /** What is stated, without the margin; undefined where nothing can be promised. */
  readonly withinMs: number;
  /** Starts the processes, and gives how it ends and what is to hold afterwards. */
  start(clouds: Clouds, seed: number, drives: GuestWish['drives']): Promise<Ending>;
}

interface Ending {
  readonly moved: MovedDevice;
  end(): void;
}

const home =
  (end: (moved: MovedDevice) => void): Kind['start'] =>
  async (clouds, seed, drives) => {
    const moved = await guestAtHome(clouds, seed, drives);
    return { moved, end: () => end(moved) };
  };
const bridge =
  (end: (moved: CarriedDevice) => void): Kind['start'] =>
  async (clouds, seed, drives) => {
    const moved = await guestByBridge(clouds, seed, drives);
    return { moved, end: () => end(moved) };
  };

const ANY = ['strokes', 'points', 'moves'] as const;

const kinds: readonly Kind[] = [
  {
    name: 'the guest is killed',
    ...{ drives: ANY, withinMs: LAPSE_MS },
    start: home(({ guest }) => guest.child.kill('SIGKILL')),
  },
  {
    name: 'the guest’s network falls silent',
    ...{ drives: ['points', 'strokes', 'moves'], withinMs: LAPSE_MS },
    start: home(({ guestsWay }) => guestsWay.endAll('silent')),
  },
  {
    name: 'the event stream of the device’s own cloud is cut from its owner',
    ...{ drives: ANY, withinMs: WAY_MS },
    start: bridge(({ events }) => events.endAll('broken')),
  },
  {
    name: 'the owner’s tab is killed without a word',
    ...{ drives: ['strokes'], withinMs: Number.POSITIVE_INFINITY },
    start: bridge(({ owner }) => owner.child.kill('SIGKILL')),
  },
  {
    name: 'the guest of a bridged device is killed',
    ...{ drives: ANY, withinMs: LAPSE_MS + WAY_MS },
    start: bridge(({ guest }) => guest.child.kill('SIGKILL')),
  },
  {
    name: 'the owner’s tab is closed',
    ...{ drives: ANY, withinMs: WAY_MS },
    start: bridge(({ owner }) => owner.child.kill('SIGTERM')),
  },
  {
    name: 'the link home is cut',
    ...{ drives: ANY, withinMs: WAY_MS },
    start: bridge(({ linkHome }) => linkHome.endAll('broken')),
  },
  {
    name: 'the link home falls silent',
    ...{ drives: ANY, withinMs: SILENCE_MS + WAY_MS },
    start: bridge(({ linkHome }) => linkHome.endAll('silent')),
  },
  {
    name: 'every connection of the guest is broken off',
    ...{ drives: ANY, withinMs: LAPSE_MS },
    start: home(({ guestsWay }) => guestsWay.endAll('broken')),
  },
];

const runs = Array.from({ length: RUNS }, (_, run) => {
  const kind = kinds[run % kinds.length] ?? expect.fail('there are kinds');
  const drives = kind.drives[Math.floor(run / kinds.length) % kind.drives.length] ?? 'strokes';
  return [`run ${run + 1}, ${drives}: ${kind.name}`, { run, drives, kind }] as const;
});

/** Both outlive one test; they start with the first. */
let starting: Promise<Clouds> | undefined;
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

test.each(runs)(
  '%s',
  async (title, { run, kind, drives }) => {
    starting ??= startClouds((end) => ends.push(end));
    const clouds = await starting;
    const moments = createRandom(SEED + run);
    const { moved, end } = await kind.start(clouds, SEED + run, drives);
    const { device } = moved;
    onTestFinished(({ task }) => {
      if (task.result?.state === 'fail') process.stderr.write(`The guest said:\n${moved.guest.output()}\n`);
    });
    await device.untilMoves();
    await systemTime.sleep(moments.integer(0, 1_200));
    // A busy machine may just have kept the hold from being renewed.
    await device.untilMoves();
    const endMs = systemTime.monotonic();
    end();
    if (!Number.isFinite(kind.withinMs)) return staysStoppable(title, clouds, moved, endMs);

    const { movedMs, stillMs, latestLookMs } = await device.restAfter(endMs);
    tell(`${title}: moved ${ms(movedMs)}, at rest ${ms(stillMs)}, a look took ${ms(latestLookMs)}`);
    expect(stillMs).toBeLessThan(kind.withinMs + BRAKES_MS + MARGIN_MS + latestLookMs);
  },
  180_000,
);

/**
 * Nobody can stop what moves when the tab that carries it is killed: the vendor's cloud knows no leases. Its guests cannot
 * drive it any more, the home says that it is away, and its owner's Stop works from anywhere.
 */
async function staysStoppable(title: string, clouds: Clouds, moved: MovedDevice, endMs: number): Promise<void> {
  const { device, cloud, key } = moved;
  const { alias } = moved as CarriedDevice; // only a carried device has an owner's tab
  const velocity = async () => (await device.ask<{ velocity: number }>('/hamp/state')).velocity;
  const headers = { 'X-Api-Key': 'any-id', 'X-Connection-Key': alias };
  const isThere = async () => {
    const answer = await fetch(`${clouds.home}/api/handy-rest/v3/connected`, { headers });
    return ((await answer.json()) as { result: { connected: boolean } }).result.connected;
  };
  await expect.poll(isThere, { timeout: GRACE_MS + 10_000, interval: 50 }).toBe(false);
  const awayMs = systemTime.monotonic() - endMs;
  // That it says so is what matters here; contract/link holds when.
  expect(awayMs).toBeLessThan(2 * GRACE_MS);
  // The guest goes on trying, and the device does not hear of it.
  const before = { velocity: await velocity(), refusals: refusalsOf(moved) };
  await expect.poll(() => refusalsOf(moved), { interval: 50 }).toBeGreaterThan(before.refusals + 1);
  expect(await velocity()).toBe(before.velocity);

  const page = createDevice({
    ...{ apiBase: `${cloud}/api/handy-rest/v3`, apiKey: 'any-id', time: systemTime, random: createRandom(9) },
    fetch: (url, init) => fetch(url, init),
  });
  onTestFinished(() => page.close());
  page.connect(key).catch(() => undefined); // a stop needs nothing but the key
  let stopMs = Number.NaN;
  // Not confirmed within three seconds is said, on a busy machine too, and then a person presses again.
  await expect
    .poll(() => {
      stopMs = systemTime.monotonic();
      return page.stop();
    })
    .toMatchObject({ outcome: 'confirmed' });
  const { movedMs, stillMs, latestLookMs } = await device.restAfter(stopMs);
  tell(`${title}: away ${ms(awayMs)}; after the owner’s Stop moved ${ms(movedMs)}, at rest ${ms(stillMs)}`);
  expect(stillMs).toBeLessThan(2 * WAY_MS + BRAKES_MS + MARGIN_MS + latestLookMs);
}

const refusalsOf = ({ guest }: MovedDevice) => guest.output().split('refused').length;
const ms = (value: number) => `${Math.round(value)} ms`;
const tell = (text: string) => void process.stdout.write(`  ${text}\n`);
