/** The virtual device of a hidden tab, in the hands of a guest whose cloud is killed or terminated: read at the device's end. */
import { systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { type PlainTab, startPlainBrowser } from './harness/hidden-tab.ts';
import { type MortalCloud, startMortalCloud } from './harness/mortal-cloud.ts';
import { until } from './harness/until.ts';
import { words } from './harness/words.ts';

/** What a guest's motion is given, the way and the brake on this machine, and a machine that others use. */
const GUEST_MS = 600;
const WAY_AND_BRAKE_MS = 80;
const MARGIN_MS = 600;
/** What moves was elsewhere so long ago; what rests was not for so long. */
const MOVING_MS = 300;
const STILL_MS = 1_500;
const WATCHED_MS = 3_000;

const ENDINGS =
  process.env['TACTUS_DEEP_BROWSER'] === undefined
    ? ([['SIGKILL', 1_000]] as const)
    : (['SIGKILL', 'SIGTERM'] as const).flatMap((signal) =>
        [200, 1_000, 5_000, 60_000, Number.POSITIVE_INFINITY].map((backMs) => [signal, backMs] as const),
      );

/** Has the page remember when the slider of its virtual device moved last, as the worker tells it. */
const REMEMBER = `(() => {
  globalThis.movedAtMs = 0;
  let place = 0;
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => {
        if (data?.type !== 'sample' || Math.abs(data.sample.position01 - place) < 1e-4) return;
        place = data.sample.position01;
        globalThis.movedAtMs = data.sample.atMs;
      });
    }
  };
})()`;

const press = (text: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)})?.click()`;

type Headers = Readonly<Record<string, string>>;

test.each(ENDINGS)(
  'a guest’s motion in a hidden tab rests by itself after %s, back after %d ms',
  async (signal, backMs) => {
    const [cloud, browser] = [await startMortalCloud(), startPlainBrowser()];
    onTestFinished(async () => {
      await browser.close();
      await cloud.clean();
    });
    const { url } = cloud;
    const tab = await browser.open(`${url}/link`);
    const key = await startEmulator(tab);
    await browser.open(`${url}/changelog`);
    expect(await tab.evaluate('document.visibilityState')).toBe('hidden');
    const movedAtMs = () => tab.evaluate<number>('movedAtMs');
    const drive = await guestOf(cloud, key);
    await until('it moves', async () => {
      const isMoving = systemTime.now() - (await movedAtMs()) < MOVING_MS;
      if (!isMoving) await drive.begin().catch(() => undefined); // a busy machine let the hold lapse
      return isMoving;
    });

    const endMs = systemTime.now();
    await cloud.end(signal);
    drive.stop();
    if (Number.isFinite(backMs)) {
      await systemTime.sleep(Math.max(0, endMs + backMs - systemTime.now()));
      await cloud.begin();
    }
    await until('it rests', async () => systemTime.now() - Math.max(endMs, await movedAtMs()) > STILL_MS);
    const restedAtMs = await movedAtMs();
    process.stdout.write(`  ${signal}: moved until ${Math.round(restedAtMs - endMs)} ms after the end\n`);
    expect(restedAtMs - endMs).toBeLessThan(GUEST_MS + WAY_AND_BRAKE_MS + MARGIN_MS);
    await systemTime.sleep(WATCHED_MS);
    expect(await movedAtMs()).toBe(restedAtMs);
  },
);

/** Starts the virtual device of the tab, and gives its key. */
async function startEmulator(tab: PlainTab): Promise<string> {
  await tab.evaluate(`location.href = '/link?key=DemoHandy1&female=no'`);
  const start = JSON.stringify(words('link.tab.start'));
  await until('the page has a virtual device to start', () =>
    tab.evaluate<boolean>(`document.body?.textContent.includes(${start}) ?? false`),
  );
  await tab.evaluate(REMEMBER);
  await tab.evaluate(press(words('link.tab.start')));
  const keyNow = () =>
    tab.evaluate<string>(`JSON.parse(localStorage.getItem('tactus.emulator') ?? '{}').connectionKey ?? ''`);
  await until('it has a key', async () => (await keyNow()) !== '');
  const linked = JSON.stringify(words('link.tab.linked'));
  await until('it is linked', () => tab.evaluate<boolean>(`document.body.textContent.includes(${linked})`));
  return keyNow();
}

/** A guest who came by a link of the owner's, and drives over HTTP as a page does. */
async function guestOf({ url }: MortalCloud, key: string) {
  const ask = async (line: string, headers: Headers, body?: object): Promise<Record<string, string>> => {
    const [method = '', path = ''] = line.split(' ');
    const type = body && { 'content-type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...type },
      body: JSON.stringify(body) ?? null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, string>); // docs/sharing.md
  };
  const shares = '/api/tactus/shares';
  const owner = { 'x-api-key': 'any-id', 'x-connection-key': key };
  const { id, secret } = await ask(`POST ${shares}`, owner, { allow: ['hamp'] });
  const { session, alias = '' } = await ask(`POST ${shares}/${id}/sessions`, {}, { secret, name: 'Guest' });
  const bearer = { authorization: `Bearer ${session}` };
  const driving = { ...bearer, 'x-connection-key': alias };
  let stop = (): void => undefined;
  return {
    stop: () => stop(),
    async begin() {
      stop();
      await ask(`POST ${shares}/control/ask`, bearer);
      await ask(`POST ${shares}/control`, bearer);
      stop = systemTime.every(150, () => void ask(`PUT ${shares}/control`, bearer).catch(() => undefined));
      await ask('PUT /api/handy-rest/v3/hamp/start', driving);
      await ask('PUT /api/handy-rest/v3/hamp/velocity', driving, { velocity: 0.5 });
    },
  };
}
