import { expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createEmulator } from './emulator.ts';
import { EMULATOR_STORAGE_KEY } from './emulator-identity.ts';
import type { EmulatedDeviceReport, EmulatorCommand, EmulatorMessage } from './worker-messages.ts';

const REPORT: EmulatedDeviceReport = {
  link: 'linked',
  refusal: undefined,
  online: true,
  mode: 7,
  battery01: undefined,
  vibration01: undefined,
  motorCelsius: 24,
  charging: undefined,
  firmware: undefined,
};

const STORED = '{"version":1,"connectionKey":"Kept01","secret":"s0","model":"handy"}';

/** An emulator whose worker the test plays, and a site that answers requests for keys in turn. */
function setUp({ apiBase = '/api/handy-rest/v3', answers = [] as (() => Response | Error)[], stored = '' } = {}) {
  const storage = createMemoryStorage(stored === '' ? {} : { [EMULATOR_STORAGE_KEY]: stored });
  const orders: EmulatorCommand[] = [];
  const listeners: ((news: EmulatorMessage) => void)[] = [];
  const failWorker: (() => void)[] = [];
  let made = 0;
  const emulator = createEmulator({
    storage,
    apiBase,
    origin: 'http://home.invalid',
    fetch: async () => {
      made += 1;
      const answer = answers[made - 1]?.() ?? Response.json({ connectionKey: `Key0${made}`, secret: `s${made}` });
      if (answer instanceof Error) throw answer;
      return answer;
    },
    openWorker: () => ({
      post: (order) => void orders.push(order),
      onNews: (listener) => void listeners.push(listener),
      onFailure: (listener) => void failWorker.push(listener),
    }),
  });
  const receive = (report: Partial<EmulatedDeviceReport>) =>
    listeners.at(-1)?.({ type: 'report', report: { ...REPORT, ...report } });
  /** Starts it, and waits until its worker runs; the key is still missing. */
  async function begin() {
    const workers = listeners.length;
    const key = emulator.start();
    await expect.poll(() => listeners.length).toBe(workers + 1);
    return { key };
  }
  return {
    ...{ emulator, storage, orders, receive, begin },
    failWorker: () => failWorker.at(-1)?.(),
    made: () => made,
    workers: () => listeners.length,
    state: () => emulator.state.getState(),
    /** Starts it in a cloud that accepts it. */
    async start() {
      const { key } = await begin();
      receive({});
      return key;
    },
    sample: (atMs: number) => listeners.at(-1)?.({ type: 'sample', sample: { atMs, position01: 0.5, moving: true } }),
  };
}

test('is enrolled once, and is the same device the next time', async () => {
  const first = setUp();
  expect(await first.start()).toBe('Key01');
  expect(first.orders).toEqual([
    {
      type: 'start',
      identity: { connectionKey: 'Key01', secret: 's1', model: 'handy' },
      linkUrl: 'ws://home.invalid/api/tactus/device-link',
    },
  ]);
  expect(first.state()).toMatchObject({ phase: 'linked', connectionKey: 'Key01', report: { motorCelsius: 24 } });
  const again = setUp({ stored: first.storage.getItem(EMULATOR_STORAGE_KEY) ?? '' });
  expect(await again.start()).toBe('Key01');
  expect(again.made()).toBe(0);
});

test('is off again when it is stopped, and receives nothing more from its worker', async () => {
  const { emulator, start, orders, receive, state } = setUp();
  await start();
  emulator.stop();
  expect(orders.at(-1)).toEqual({ type: 'close' });
  receive({ link: 'waiting' });
  expect(state()).toMatchObject({ phase: 'off', report: undefined, connectionKey: 'Key01' });
});

test('reports that there is no link where the site is a static copy, and where the devices live in another cloud', async () => {
  const page = () => new Response('<!doctype html>', { status: 200 });
  const copy = setUp({ answers: [page] });
  expect(await copy.emulator.start()).toBeUndefined();
  expect(copy.state()).toMatchObject({ phase: 'failed', fault: 'no-link' });
  const elsewhere = setUp({ apiBase: 'https://devices.invalid/v3' });
  await elsewhere.emulator.start();
  expect(elsewhere.state()).toMatchObject({ phase: 'failed', fault: 'no-link' });
  expect(elsewhere.made()).toBe(0);
});

test.each([
  ['too-many', () => new Response('{}', { status: 429 })],
  ['too-many', () => new Response('{}', { status: 507 })],
  ['no-link', () => new Response('', { status: 404 })],
  ['network', () => new TypeError('offline')],
] as const)('reports %s where it gets no key', async (fault, answer) => {
  const { emulator, state, orders } = setUp({ answers: [answer] });
  await emulator.start();
  expect(state()).toMatchObject({ phase: 'failed', fault });
  expect(orders).toEqual([]);
});

test('takes a new key when the cloud does not know the old one, but not for ever', async () => {
  const { start, receive, state, made, orders } = setUp();
  await start();
  receive({ link: 'ended', refusal: 'not-enrolled' });
  await expect.poll(() => state().connectionKey).toBe('Key02');
  expect(made()).toBe(2);
  expect(orders.filter(({ type }) => type === 'start')).toHaveLength(2);
  receive({ link: 'ended', refusal: 'not-enrolled' });
  expect(state()).toMatchObject({ phase: 'failed', fault: 'refused' });
});

test('takes a new key each time that a cloud which has accepted it forgets it', async () => {
  const { start, receive, state, made } = setUp();
  await start();
  for (const key of ['Key02', 'Key03', 'Key04']) {
    receive({ link: 'ended', refusal: 'not-enrolled' });
    await expect.poll(() => state().connectionKey).toBe(key);
    receive({});
    expect(state().phase).toBe('linked');
  }
  expect(made()).toBe(4);
});

test('starts under the key that the cloud accepts, where it does not know the previous one', async () => {
  const { begin, receive, workers } = setUp({ stored: STORED });
  const { key } = await begin();
  receive({ link: 'ended', refusal: 'not-enrolled' });
  await expect.poll(workers).toBe(2);
  receive({ link: 'connecting' });
  receive({});
  expect(await key).toBe('Key01');
});

test('has its unknown key until it gets another', async () => {
  const { emulator, begin, receive, state, storage, workers } = setUp({
    stored: STORED,
    answers: [() => new Response('{}', { status: 429 })],
  });
  const { key } = await begin();
  receive({ link: 'ended', refusal: 'not-enrolled' });
  expect(await key).toBeUndefined();
  expect(state()).toMatchObject({ phase: 'failed', fault: 'too-many', connectionKey: 'Kept01' });
  expect(storage.getItem(EMULATOR_STORAGE_KEY)).toBe(STORED);
  const next = emulator.start();
  await expect.poll(workers).toBe(2);
  receive({ link: 'ended', refusal: 'not-enrolled' });
  await expect.poll(workers).toBe(3);
  receive({});
  expect(await next).toBe('Key02');
});

test.each([
  ['it is switched off', ({ emulator }: ReturnType<typeof setUp>) => emulator.stop()],
  [
    'the cloud refuses it',
    ({ receive }: ReturnType<typeof setUp>) => receive({ link: 'ended', refusal: 'bad-secret' }),
  ],
] as const)('has no key for a start when %s before it was accepted', async (_, end) => {
  const parts = setUp();
  const { key } = await parts.begin();
  end(parts);
  expect(await key).toBeUndefined();
});

test('gives way to the same device in another tab', async () => {
  const { start, receive, state, storage } = setUp();
  await start();
  receive({ link: 'ended', refusal: 'taken-over' });
  expect(state()).toMatchObject({ phase: 'failed', fault: 'elsewhere' });
  expect(storage.getItem(EMULATOR_STORAGE_KEY)).toContain('Key01');
});

test('becomes another model under the same key, which is stored', async () => {
  const { emulator, start, orders, storage, state } = setUp();
  await start();
  emulator.chooseModel('oh');
  await expect.poll(() => orders.at(-1)).toMatchObject({ identity: { connectionKey: 'Key01', model: 'oh' } });
  expect(state().model).toBe('oh');
  expect(JSON.parse(storage.getItem(EMULATOR_STORAGE_KEY) ?? '{}')).toMatchObject({ version: 1, model: 'oh' });
});

test.each([
  ['its first start', ''],
  ['a later start', STORED],
])('is of the model that is chosen during %s', async (_, stored) => {
  const { emulator, begin, orders, storage, state } = setUp({ stored });
  const begun = begin();
  emulator.chooseModel('oh');
  await begun;
  expect(orders).toMatchObject([{ type: 'start', identity: { model: 'oh' } }]);
  expect(state().model).toBe('oh');
  expect(JSON.parse(storage.getItem(EMULATOR_STORAGE_KEY) ?? '{}')).toMatchObject({ model: 'oh' });
});

test('has failed to start when its worker does not load; an error of a linked one ends nothing', async () => {
  const { emulator, begin, start, failWorker, state, workers } = setUp();
  const { key } = await begin();
  failWorker();
  expect(await key).toBeUndefined();
  expect(state()).toMatchObject({ phase: 'failed', fault: 'network' });
  expect(await start()).toBe('Key01');
  failWorker();
  expect(state().phase).toBe('linked');
  expect(workers()).toBe(2);
  emulator.stop();
});

test('reports its position only while the page watches', async () => {
  const { emulator, start, orders, sample } = setUp();
  await start();
  const undo = [emulator.position.watch(), emulator.position.watch()];
  sample(7);
  expect(emulator.position.now()).toEqual({ atMs: 7, position01: 0.5, moving: true });
  for (const off of undo) off();
  expect(orders.filter(({ type }) => type === 'watch')).toEqual([
    { type: 'watch', on: true },
    { type: 'watch', on: false },
  ]);
  expect(emulator.position.now()).toBeUndefined();
});

test.each(['{', '7', '{"version":2,"connectionKey":"a","secret":"b","model":"oh"}', '{"version":1,"model":"oh"}'])(
  'a stored identity that cannot be read (%s) is replaced',
  async (stored) => {
    const { start, storage } = setUp({ stored });
    expect(await start()).toBe('Key01');
    expect(storage.getItem(EMULATOR_STORAGE_KEY)).toContain('"secret":"s1"');
  },
);
