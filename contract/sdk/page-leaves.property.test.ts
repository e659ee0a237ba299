/** However a page is left and whatever happens to its requests: its motion comes to rest. */
import { createDeviceGroup, type Device, type DeviceGroup } from '@tactus/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProfileName } from './cloud-and-device.ts';
import { KEY, type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';
import { type LeavingTab, openTab, type Spoil, type Way } from './leaving-tab.ts';

const RUNS = Number(process.env['TACTUS_DEEP_LEAVINGS'] ?? 25);
const VENDOR_RUNS = 10;
/** A planted fault is found within this number of runs. */
const FAULT_RUNS = 150;

const OH = 'LeavingOh1';
/** Time to brake, and for a vibration to end. */
const BRAKES_MS = 1_500;
/** The time of a lease without renewals, and of the stop after it. */
const LAPSES_MS = 63_000;

const POINTS = Array.from({ length: 60 }, (_, place) => ({ t: place * 400, x: place % 2 ? 90 : 10 }));
const ACTIONS = POINTS.map(({ t, x }) => ({ at: t, pos: x }));
const FEATURES = {
  ...{ headersOnSse: true, inlineScripts: true, commandOrder: true, leases: true, channels: true, stopMany: true },
};

interface Page {
  readonly handy: Device;
  readonly oh: Device;
  readonly group: DeviceGroup;
}

/** Actions of a person on the page before they leave it. */
const actions = {
  start: ({ handy }: Page) => handy.hamp.start(),
  async again({ handy }: Page) {
    await handy.hamp.start();
    await handy.stop();
    await handy.hamp.start();
  },
  velocity: ({ handy }: Page) => handy.hamp.setVelocity(0.6),
  async points({ handy }: Page) {
    await handy.hsp.setup();
    await handy.hsp.add(POINTS);
    await handy.hsp.play({ loop: true });
  },
  script: ({ handy }: Page) =>
    Promise.all([handy.hssp.setup({ actions: ACTIONS }), handy.hssp.play({ loop: true })]) as Promise<unknown>,
  vibrate: ({ oh }: Page) => oh.hvp.setState({ amplitude: 0.5, frequency: 100 }),
  async both({ handy, oh }: Page) {
    await Promise.all([handy.hamp.start(), oh.hvp.setState({ amplitude: 0.3, frequency: 80 })]);
  },
  group: ({ group }: Page) => group.hamp.start(),
  stop: ({ handy }: Page) => handy.stop(),
};
type Action = keyof typeof actions;
const STARTERS = [
  'start',
  'again',
  'points',
  'script',
  'vibrate',
  'both',
  'group',
] as const satisfies readonly Action[];

const step = fc.record({
  action: fc.constantFrom(...STARTERS, 'velocity' as const, 'stop' as const),
  waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 900 })),
});
const last = fc.record({
  action: fc.constantFrom(...STARTERS),
  waitMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 3_000 })),
});
const delay = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max }));
const way = (fates: readonly Way['fate'][]) =>
  fc.record({ queuedMs: delay(400), thereMs: delay(25_000), backMs: delay(400), fate: fc.constantFrom(...fates) });
const anyWay = way([...Array.from({ length: 8 }, () => 'arrives' as const), 'lost', 'answer lost']);

const leavings = fc.record({
  steps: fc.array(step, { maxLength: 3 }),
  last,
  /** How long scripts of the page run on after it was left. */
  lingersMs: fc.integer({ min: 0, max: 50 }),
  /** Delay before the page is shown again, and later left for good; undefined: it is not shown again. */
  backAfterMs: fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: undefined, freq: 3 }),
  ways: fc.array(anyWay, { minLength: 4, maxLength: 16 }),
  /** How much later events reach the page than the cloud sends them. */
  eventsLateMs: delay(2_500),
});
/** A network that loses nothing and preserves the order in which requests leave the browser. */
const orderly = fc.record({ leaving: leavings, thereMs: delay(400) }).map(({ leaving, thereMs }) => ({
  ...leaving,
  ways: leaving.ways.map((one): Way => ({ ...one, thereMs, fate: 'arrives' })),
}));
type Leaving = typeof leavings extends fc.Arbitrary<infer T> ? T : never;

const SEQUENCE = 'x-tactus-sequence';
const isStart = (line: string) => /\/(?:hamp\/start|hsp\/play|hssp\/play|hvp\/state)$/.test(line);

/** Planted faults of a page that is left. */
const FAULTS: Readonly<Record<string, () => Spoil>> = {
  'what is sent as it goes has no number':
    () =>
    ({ init }, hasLeft) => {
      const { [SEQUENCE]: _, ...headers } = init.headers;
      return hasLeft ? { ...init, headers } : init;
    },
  'what is sent as it goes has the number of the first command'() {
    let first: string | undefined;
    return ({ init }, hasLeft) => {
      first ??= init.headers[SEQUENCE];
      return hasLeft && first !== undefined ? { ...init, headers: { ...init.headers, [SEQUENCE]: first } } : init;
    };
  },
  'its lease is not let go':
    () =>
    ({ init }, hasLeft) =>
      hasLeft && init.method === 'DELETE' ? undefined : init,
  'the stop is not sent':
    () =>
    ({ line, init }, hasLeft) =>
      hasLeft && /(?:stop|mode2)$/.test(line) ? undefined : init,
  'a start outlives the page, with a number of its own': () => {
    return ({ line, init }) => {
      if (!isStart(line)) return init;
      const headers = { ...init.headers, [SEQUENCE]: `${'z'.repeat(16)}/1` };
      return { ...init, headers, keepalive: true, signal: null };
    };
  },
};

const ignore = () => undefined;

async function openPage(world: VirtualWorld, tab: LeavingTab, features: object): Promise<Page> {
  await world.ask('POST /_control/devices', { model: 'oh', connectionKey: OH });
  const { fetch, hold } = tab;
  const [handy, oh] = [KEY, OH].map(() => world.device({ features, fetch, hold }));
  if (!handy || !oh) throw new Error('two devices');
  const cloud = { apiBase: 'http://localhost/api/handy-rest/v3', apiKey: 'contract-test', features, fetch };
  const group = createDeviceGroup({ cloud, onMemberFailure: ignore });
  await world.settled(handy.connect(KEY));
  await world.settled(oh.connect(OH));
  group.add(handy);
  group.add(oh);
  // The first command of a group requests its channel.
  await world.settled(group.slider.setStroke({ min: 0, max: 1 }).catch(ignore));
  await world.time.run(1_000);
  return { handy, oh, group };
}

const now = (world: VirtualWorld, key: string, path: string) =>
  world.ask(`GET ${path}`, undefined, key) as Promise<Record<string, unknown>>;

async function isMoving(world: VirtualWorld): Promise<boolean> {
  const place = async () => (await now(world, KEY, '/slider/state'))['position_absolute'];
  const before = await place();
  await world.time.run(700);
  return (await place()) !== before || (await now(world, OH, '/hvp/state'))['enabled'] === true;
}

/** Waits until no request is in flight. */
async function untilQuiet(world: VirtualWorld, tab: LeavingTab): Promise<void> {
  for (let passedMs = 0; tab.under() > 0 && passedMs < 60_000; passedMs += 100) await world.time.run(100);
}

/** Plays one case to its end. Returns its problem. */
async function play(profile: ProfileName, leaving: Leaving, spoil?: Spoil): Promise<string | undefined> {
  const world = await virtualWorld({ profile });
  const tab = openTab(world, leaving, spoil);
  const page = await openPage(world, tab, profile === 'vendor' ? {} : FEATURES);
  tab.worsen();
  for (const { action, waitMs } of [...leaving.steps, leaving.last]) {
    actions[action](page).catch(ignore);
    await world.time.run(waitMs);
  }
  const problem =
    (leaving.backAfterMs === undefined ? undefined : await comeBack(world, tab, page, leaving.backAfterMs)) ??
    (await leaveForGood(world, tab, leaving));
  await world.close();
  return problem;
}

async function comeBack(world: VirtualWorld, tab: LeavingTab, page: Page, awayMs: number) {
  tab.pagehide();
  await world.time.run(awayMs);
  if (tab.startsWhileAway.length > 0) return `${tab.startsWhileAway.join()} was sent while the page was away`;
  tab.calmDown();
  tab.pageshow();
  const started = await world.settled(page.handy.hamp.start().catch((error: Error) => error.message));
  if (typeof started === 'string') return `a page that is back cannot start: ${started}`;
  if (!(await isMoving(world))) return 'what a page starts that is back does not move';
  tab.worsen();
  return undefined;
}

async function leaveForGood(
  world: VirtualWorld,
  tab: LeavingTab,
  { lingersMs, ways }: Leaving,
): Promise<string | undefined> {
  const mayLose = ways.some(({ fate }) => fate === 'lost');
  tab.pagehide();
  await world.time.run(lingersMs);
  tab.close();
  if (tab.startsWhileAway.length > 0) return `${tab.startsWhileAway.join()} was sent after the page was left`;
  await untilQuiet(world, tab);
  await world.time.run(BRAKES_MS);
  if (!(await isMoving(world))) return undefined;
  if (!mayLose) return 'the device moves on, though every request arrived';
  await world.time.run(LAPSES_MS);
  return (await isMoving(world)) ? 'the device moves on' : undefined;
}

/** Cases of these seeds find the faults that few cases find. Others are drawn in depth. */
const SEEDS: Readonly<Record<ProfileName, number>> = { tactus: 3, vendor: 5 };
const IS_DRAWN = process.env['TACTUS_SEED'] !== undefined;

/** The first problem in this number of runs. */
async function problemOf(profile: ProfileName, runs: number, spoil?: () => Spoil): Promise<string | undefined> {
  const outcome = await fc.check(
    fc.asyncProperty(profile === 'vendor' ? orderly : leavings, async (leaving) => {
      const problem = await play(profile, leaving, spoil?.());
      if (problem !== undefined) throw new Error(problem);
    }),
    {
      ...{ numRuns: runs, endOnFailure: true, interruptAfterTimeLimit: 240_000, markInterruptAsFailure: false },
      ...(spoil && !IS_DRAWN && { seed: SEEDS[profile] }),
    },
  );
  if (!outcome.failed) return undefined;
  return `${outcome.errorInstance}, after ${outcome.numRuns}: ${JSON.stringify(outcome.counterexample)}`;
}

describe('a page that is left', () => {
  test('property: leaves no motion, whenever it is left and whatever happens to its requests', async () => {
    expect(await problemOf('tactus', RUNS)).toBeUndefined();
  });

  test.each(Object.entries(FAULTS))('the simulation finds a planted fault: %s', async (_, spoil) => {
    expect(await problemOf('tactus', FAULT_RUNS, spoil)).toBeDefined();
  });
});

describe("a page that is left, at the vendor's cloud, which has neither leases nor numbers", () => {
  test('property: leaves no motion where requests arrive in the order in which they were sent', async () => {
    expect(await problemOf('vendor', VENDOR_RUNS)).toBeUndefined();
  });

  test('the simulation finds a planted fault: a start that is still in the browser is not aborted', async () => {
    const outlives =
      (): Spoil =>
      ({ line, init }) =>
        isStart(line) ? { ...init, keepalive: true, signal: null } : init;
    expect(await problemOf('vendor', FAULT_RUNS, outlives)).toBeDefined();
  });
});
