/** How long a call waits for a silent device, and which calls accept a timeout (docs/device-api.md#24-bodies-and-the-timeout). */
import { type CallName, calls, DEVICE_API_PREFIX } from '@tactus/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { type DrivenCloud, requestOf, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { factsOf } from './facts/all-facts.ts';
import { inputFor } from './facts/call-facts.ts';

/** Calls that the cloud answers without the device. */
const ANSWERED_HERE: ReadonlySet<CallName> = new Set([
  'auth.issueToken',
  'auth.renewToken',
  'utils.servertime',
  'info.connected',
  'info.statistics',
  'ota.versions',
  'sse.events',
]);
const TIMED_OUT = { error: { code: 1002, name: 'DeviceTimeout', message: 'Device timeout', connected: true } };
const ASKED_MS = 8_000;
const DEFAULT_MS = 5_000;

let cloud: DrivenCloud;
let close: () => Promise<void>;
beforeAll(async () => {
  cloud = await startDrivenCloud('tactus', (atEnd) => {
    close = atEnd;
  });
});
afterAll(() => close());

const asking = calls.filter(({ name }) => !ANSWERED_HERE.has(name));

/** Calls a device that receives everything and answers nothing; returns the duration and the outcome. */
async function waited(name: CallName, timeout: string | undefined) {
  const { endpoint } = asking.find((row) => row.name === name) ?? expect.fail(name);
  // A call that the cloud answers first has another input that waits for the device.
  const one = factsOf(name).good.find(({ title }) => title === 'waited for') ?? factsOf(name).good[0];
  const device = await cloud.makeDevice(endpoint.path.startsWith('/hvp') ? 'oh' : 'handy', '4.0.19');
  for (const [before, given] of one?.before ?? []) await device.call(before, await inputFor(given, device));
  const request = requestOf(endpoint, await inputFor(one?.input, device));
  await device.setFaults({ lostAnswers: 1 });
  const line =
    timeout === undefined ? request.line : `${request.line}${request.line.includes('?') ? '&' : '?'}timeout=${timeout}`;
  const startedMs = cloud.time.monotonic();
  const { status, json } = await cloud.ask(line, {
    ...request,
    headers: { ...request.headers, 'x-connection-key': device.key },
  });
  expect([status, json], line).toEqual([200, TIMED_OUT]);
  // The clock advances in small steps, some of them while the request is in transit.
  return Math.round((cloud.time.monotonic() - startedMs) / 500) * 500;
}

test.each([...asking])('$name waits for its timeout, where it accepts one', async ({ name, endpoint }) => {
  expect(await waited(name, String(ASKED_MS))).toBe(endpoint.takesTimeout ? ASKED_MS : DEFAULT_MS);
});

test.each([
  [undefined, DEFAULT_MS],
  ['', DEFAULT_MS],
  ['0', DEFAULT_MS],
  ['1', DEFAULT_MS],
  ['-8000', DEFAULT_MS],
  ['60000', 60_000],
  ['99999999', 60_000],
])('a timeout of %s is one of %i ms', async (timeout, expectedMs) => {
  expect(await waited('hamp.state', timeout)).toBe(expectedMs);
});

test.each(['soon', 'abc', 'NaN', '6000ms', '6000.5', '6e3', '0x1770', '6000,7000', ' ', '--6000'])(
  'a timeout of %j is refused like any other bad input, and has no effect',
  async (timeout) => {
    const device = await cloud.makeDevice('handy');
    const ask = (line: string) => cloud.ask(line, { headers: { 'x-connection-key': device.key } });
    const query = `timeout=${encodeURIComponent(timeout)}`;
    const message = 'timeout must be a whole number of milliseconds, 5000 to 60000';
    for (const line of [`PUT /hamp/start?${query}`, `GET /connected?${query}`, `GET /hstp/clocksync?s=true&${query}`])
      expect(await ask(line)).toMatchObject({
        status: 400,
        json: { error: { code: 200_003, name: 'InvalidParameter', message, connected: true } },
      });
    expect((await ask('GET /hamp/state')).json).toMatchObject({ result: { play_state: 0 } });
    const offline = await cloud.ask(`PUT /hamp/start?${query}`, { headers: { 'x-connection-key': 'NobodyHas1' } });
    expect(offline).toMatchObject({ status: 400, json: { error: { message, connected: false } } });
    // These calls accept no such parameter.
    for (const line of [`PUT /hsp/pause?${query}`, `GET /servertime?${query}`])
      expect((await ask(line)).status).toBe(200);
  },
);

test('a direct move with immediate_rsp is answered at once, whatever the device does', async () => {
  const device = await cloud.makeDevice('handy');
  await device.setFaults({ lostAnswers: 1 });
  const startedMs = cloud.time.monotonic();
  const answer = await device.call('hdsp.xpt', { xp: 0.5, t: 300, immediate_rsp: true });
  expect([answer.status, answer.json]).toEqual([200, { result: 'ok' }]);
  expect(cloud.time.monotonic() - startedMs).toBeLessThan(1_000);
});

test('the API document lists the parameter for those calls and no others', async () => {
  const { ask } = await startCloud();
  const document = (await ask('GET /api/docs/openapi.json', { asOwner: false })).json as {
    paths: Record<string, Record<string, { parameters?: readonly ({ name?: string } | { $ref: string })[] }>>;
  };
  const offering = calls.filter(({ endpoint: { path, method } }) =>
    /"(name":"timeout|\$ref":"[^"]*[tT]imeout)"/.test(
      JSON.stringify(document.paths[`${DEVICE_API_PREFIX}${path}`]?.[method.toLowerCase()]?.parameters ?? []),
    ),
  );
  const taking = calls.filter(({ endpoint }) => endpoint.takesTimeout);
  expect(offering.map(({ name }) => name)).toEqual(taking.map(({ name }) => name));
});
