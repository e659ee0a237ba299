/** How long a call waits for a silent device (docs/device-api.md#24-bodies-and-the-timeout); the sweep says which calls accept a timeout. */
import { endpointOf } from '@tactus/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DrivenCloud, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { waitOf } from './every-call.ts';

const DEFAULT_MS = 5_000;

let cloud: DrivenCloud;
let close: () => Promise<void>;
beforeAll(async () => {
  cloud = await startDrivenCloud('tactus', (atEnd) => {
    close = atEnd;
  });
});
afterAll(() => close());

test.each([
  [undefined, DEFAULT_MS],
  ['', DEFAULT_MS],
  ['0', DEFAULT_MS],
  ['1', DEFAULT_MS],
  ['-8000', DEFAULT_MS],
  ['60000', 60_000],
  ['99999999', 60_000],
])('a timeout of %s is one of %i ms', async (timeout, expectedMs) => {
  expect(await waitOf(cloud, { name: 'hamp.state', endpoint: endpointOf('hamp.state') }, timeout)).toBe(expectedMs);
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
