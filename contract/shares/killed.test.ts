/**
 * Guests, owners and networks that end at a random moment, with real processes: a guest's motion stops within the stated
 * time (docs/sharing.md, docs/security.md). One run of each of the first four kinds in an ordinary run;
 * `TACTUS_DEEP_ENDS` sets another number, which goes through all kinds (`npm run deep -- shares`: 27, three of each).
 */
import { createDevice } from '@tactus/sdk';
import { createRandom, systemTime } from '@tactus/time';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { GuestOptions } from './killed/guest.ts';
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

/** A silent guest: half a second of hold, and the rest of the stated time. */
const LAPSE_MS = 600;
/** A silent link is noticed within this time. */
const SILENCE_MS = 1_000;
/** One way to a device in the vendor's cloud, at most: half of 300 ms and 80 more. */
const WAY_MS = 190;
/** Time to brake. */
const BRAKES_MS = 60;
/** Processes, timers and reads of a shared machine, beside the time of a read in the same run. */
const MARGIN_MS = 600;
/** The home waits this long for a cut link before it reports the device as offline. */
const GRACE_MS = 5_000;

interface Kind {
  readonly name: string;
  readonly drives: readonly GuestOptions['drives'][];
  /** The stated time, without the margin; undefined where no time is stated. */
  readonly withinMs: number;
  /** Starts the processes, and resolves with the way to end them and the expectation afterwards. */
  start(clouds: Clouds, seed: number, drives: GuestOptions['drives']): Promise<Ending>;
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

/** Both clouds survive one test; they start with the first. */
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
    // A busy machine may just have delayed the renewal of the hold.
    await device.untilMoves();
    const endMs = systemTime.monotonic();
    end();
    if (!Number.isFinite(kind.withinMs)) return staysStoppable(title, clouds, moved, endMs);

    const { movedMs, stillMs, latestLookMs } = await device.restAfter(endMs);
    print(`${title}: moved ${ms(movedMs)}, at rest ${ms(stillMs)}, a look took ${ms(latestLookMs)}`);
    expect(stillMs).toBeLessThan(kind.withinMs + BRAKES_MS + MARGIN_MS + latestLookMs);
  },
  180_000,
);

/**
 * No program can stop the motion when the tab that bridges it is killed: the vendor's cloud has no leases. Its guests cannot
 * drive it any more, the home reports it as offline, and its owner's Stop works from anywhere.
 */
async function staysStoppable(title: string, clouds: Clouds, moved: MovedDevice, endMs: number): Promise<void> {
  const { device, cloud, key } = moved;
  const { alias } = moved as CarriedDevice; // only a bridged device has an owner's tab
  const velocity = async () => (await device.ask<{ velocity: number }>('/hamp/state')).velocity;
  const headers = { 'X-Api-Key': 'any-id', 'X-Connection-Key': alias };
  const isThere = async () => {
    const answer = await fetch(`${clouds.home}/api/handy-rest/v3/connected`, { headers });
    return ((await answer.json()) as { result: { connected: boolean } }).result.connected;
  };
  await expect.poll(isThere, { timeout: GRACE_MS + 10_000, interval: 50 }).toBe(false);
  const awayMs = systemTime.monotonic() - endMs;
  // This test checks that it is reported; a test in contract/link checks when.
  expect(awayMs).toBeLessThan(2 * GRACE_MS);
  // The guest goes on trying, and nothing reaches the device.
  const before = { velocity: await velocity(), refusals: refusalsOf(moved) };
  await expect.poll(() => refusalsOf(moved), { interval: 50 }).toBeGreaterThan(before.refusals + 1);
  expect(await velocity()).toBe(before.velocity);

  const page = createDevice({
    ...{ apiBase: `${cloud}/api/handy-rest/v3`, apiKey: 'any-id', time: systemTime, random: createRandom(9) },
    fetch: (url, init) => fetch(url, init),
  });
  onTestFinished(() => page.close());
  page.connect(key).catch(() => undefined); // a stop needs only the key
  let stopMs = Number.NaN;
  // Without a confirmation within three seconds the page reports it, on a busy machine too, and then a person presses
  // again.
  await expect
    .poll(() => {
      stopMs = systemTime.monotonic();
      return page.stop();
    })
    .toMatchObject({ outcome: 'confirmed' });
  const { movedMs, stillMs, latestLookMs } = await device.restAfter(stopMs);
  print(`${title}: away ${ms(awayMs)}; after the owner’s Stop moved ${ms(movedMs)}, at rest ${ms(stillMs)}`);
  expect(stillMs).toBeLessThan(2 * WAY_MS + BRAKES_MS + MARGIN_MS + latestLookMs);
}

const refusalsOf = ({ guest }: MovedDevice) => guest.output().split('refused').length;
const ms = (value: number) => `${Math.round(value)} ms`;
const print = (text: string) => void process.stdout.write(`  ${text}\n`);
