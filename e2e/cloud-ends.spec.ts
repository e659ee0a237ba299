/**
 * The virtual device of a hidden tab, driven by a guest or under a lease, while its cloud is killed or terminated: read at the device's
 * end. One combination in an ordinary run; `npm run deep -- unattended` runs all of them, those of a right in parallel.
 */
import { systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type Driver, type Mode, type Rank, startDriver } from './cloud-ends/driver.ts';
import { openStallingProxy } from './cloud-ends/stalling-proxy.ts';
import { seeDevice } from './harness/device-seen.ts';
import { type PlainBrowser, type PlainTab, startPlainBrowser } from './harness/hidden-tab.ts';
import { startMortalCloud } from './harness/mortal-cloud.ts';
import { happens, until } from './harness/until.ts';
import { words } from './harness/words.ts';

type Signal = 'SIGKILL' | 'SIGTERM';
type Socket = 'closed' | 'half-open';

interface Ending {
  readonly signal: Signal;
  readonly backMs: number;
  readonly socket: Socket;
  readonly rank: Rank;
  readonly modes: readonly Mode[];
}

/** What a guest's motion is given, and leased motion; the way and the brake on this machine, and a machine that others use. */
const GIVEN_MS = { guest: { closed: 600, 'half-open': 600 }, lease: { closed: 10_000, 'half-open': 60_000 } } as const;
const WAY_AND_BRAKE_MS = 80;
const MARGIN_MS = 600;
/** A moving device was elsewhere so long ago; a resting one was not for so long. */
const MOVING_MS = 300;
const STILL_MS = 1_500;
const WATCHED_MS = 3_000;

const MODES: Readonly<Record<Rank, readonly Mode[]>> = {
  guest: ['hamp', 'hsp', 'hdsp', 'hvp'],
  lease: ['hamp', 'hsp', 'hssp', 'hdsp', 'hvp'],
};

const BACK_MS = [200, 1_000, 5_000, 60_000, Number.POSITIVE_INFINITY];
const ENDINGS: readonly Ending[] =
  process.env['TACTUS_DEEP_CLOUD_ENDS'] === undefined
    ? [{ signal: 'SIGKILL', backMs: 1_000, socket: 'closed', rank: 'guest', modes: ['hamp'] }]
    : (['SIGKILL', 'SIGTERM'] as const).flatMap((signal) =>
        BACK_MS.flatMap((backMs) =>
          (['closed', 'half-open'] as const).flatMap((socket) =>
            (['guest', 'lease'] as const).map((rank) => ({ signal, backMs, socket, rank, modes: MODES[rank] })),
          ),
        ),
      );

const nameOf = ({ signal, backMs, socket, rank }: Ending) =>
  `${signal}, ${Number.isFinite(backMs) ? `back after ${backMs / 1_000} s` : 'never back'}, link ${socket}, ${rank}`;

/** Makes the page record when its virtual device last moved or vibrated, as the worker reports it. */
const REMEMBER = `(() => {
  let [movedAtMs, place, vibrates] = [0, 0, false];
  const stillVibrates = () => {
    if (vibrates) movedAtMs = Date.now();
  };
  Object.defineProperty(globalThis, 'movedAtMs', { get: () => (stillVibrates(), movedAtMs) });
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => {
        if (data?.type === 'report') {
          stillVibrates();
          vibrates = data.report.vibration01 > 0;
        }
        if (data?.type !== 'sample' || Math.abs(data.sample.position01 - place) < 1e-4) return;
        place = data.sample.position01;
        movedAtMs = data.sample.atMs;
      });
    }
  };
})()`;

const press = (text: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)})?.click()`;
/** A device in a hidden tab, and its driver. */
interface Driven {
  readonly mode: Mode;
  readonly driver: Driver;
  readonly movedAtMs: () => Promise<number>;
}

test.each(ENDINGS.map((ending) => [nameOf(ending), ending] as const))(
  'motion in a hidden tab stops by itself after %s',
  async (_, { signal, backMs, socket, rank, modes }) => {
    const [cloud, browser] = [await startMortalCloud(), startPlainBrowser()];
    const proxy = await openStallingProxy(cloud.url);
    onTestFinished(async () => {
      await browser.close();
      proxy.close();
      await cloud.clean();
    });
    const site = socket === 'closed' ? cloud.url : proxy.url;
    const all: Driven[] = [];
    for (const mode of modes) all.push(await startInTab(browser, { site, cloudUrl: cloud.url, rank, mode }));
    await until('all of them move', async () => {
      const resting: Driven[] = [];
      for (const one of all) if (systemTime.now() - (await one.movedAtMs()) > MOVING_MS) resting.push(one);
      // On a busy machine a hold may have expired.
      for (const { driver } of resting) await driver.begin().catch(() => undefined);
      return resting.length === 0;
    });

    const endMs = systemTime.now();
    if (socket === 'half-open') proxy.stall();
    await cloud.end(signal);
    for (const { driver } of all) driver.stop();
    if (Number.isFinite(backMs)) {
      await systemTime.sleep(Math.max(0, endMs + backMs - systemTime.now()));
      await cloud.begin();
    }
    for (const { mode, movedAtMs } of all) {
      await until('it rests', async () => systemTime.now() - Math.max(endMs, await movedAtMs()) > STILL_MS);
      const movedMs = Math.round((await movedAtMs()) - endMs);
      process.stdout.write(`  ${signal}, ${rank} ${mode} ${socket}: moved until ${movedMs} ms after the end\n`);
      expect(movedMs, mode).toBeLessThan(GIVEN_MS[rank][socket] + WAY_AND_BRAKE_MS + MARGIN_MS);
    }
    const restedAtMs = await Promise.all(all.map(({ movedAtMs }) => movedAtMs()));
    await systemTime.sleep(WATCHED_MS);
    expect(await Promise.all(all.map(({ movedAtMs }) => movedAtMs()))).toEqual(restedAtMs);
  },
);

/** Starts a virtual device in a tab of a window of its own, hides the tab, and starts a driver of the device. */
async function startInTab(
  browser: PlainBrowser,
  { site, cloudUrl, rank, mode }: { site: string; cloudUrl: string; rank: Rank; mode: Mode },
): Promise<Driven> {
  const window = await browser.window();
  const tab = await window.open(`${site}/link`);
  const key = await startEmulator(tab, mode === 'hvp' ? 'Oh' : 'The Handy');
  await window.open(`${site}/changelog`);
  await until('the tab is hidden', async () => (await tab.evaluate('document.visibilityState')) === 'hidden');
  const seen = seeDevice(cloudUrl, key);
  await until('it is linked', () => happens(seen.get('/info')));
  const driver = await startDriver(cloudUrl, key, rank, mode);
  return { mode, driver, movedAtMs: () => tab.evaluate<number>('movedAtMs') };
}

/** Starts the virtual device of the tab, and returns its key. */
async function startEmulator(tab: PlainTab, model: 'The Handy' | 'Oh'): Promise<string> {
  await tab.evaluate(`location.href = '/link?key=DemoHandy1&female=no'`);
  const start = JSON.stringify(words('link.tab.start'));
  await until('the page has a virtual device to start', () =>
    tab.evaluate<boolean>(`document.body?.textContent.includes(${start}) ?? false`),
  );
  await tab.evaluate(REMEMBER);
  await tab.evaluate(
    `[...document.querySelectorAll('label')].find((one) => one.textContent.trim() === '${model}').click()`,
  );
  await tab.evaluate(press(words('link.tab.start')));
  const keyNow = () =>
    tab.evaluate<string>(`JSON.parse(localStorage.getItem('tactus.emulator') ?? '{}').connectionKey ?? ''`);
  await until('it has a key', async () => (await keyNow()) !== '');
  return keyNow();
}
