/** Refusals for missing rights, for unknown keys, and for devices that are offline or too old (docs/device-api.md#26-refusals). */
import { type CallName, calls, type Endpoint } from '@tactus/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEvents } from '../cloud/event-reader.ts';
import { MISSING_KEY, OFFLINE, resultOf, UNAUTHENTICATED } from '../driven-cloud/answers.ts';
import { type Box, type DrivenCloud, profiles, requestOf, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';
import { firstGood } from './facts/all-facts.ts';
import { inputFor } from './facts/call-facts.ts';

interface Row {
  readonly name: CallName;
  readonly endpoint: Endpoint;
}

const toDevices = calls.filter(({ endpoint }) => endpoint.address !== 'none');
const UNAUTHORIZED = { error: { code: 401, name: 'Unauthorized', message: 'Unauthorized' } };

describe.each(profiles)('under the profile %s', (profile) => {
  /** Our own cloud distinguishes an unknown key from a device that is offline. */
  const unknownKey = profile === 'vendor' ? {} : { known: false };
  let cloud: DrivenCloud;
  let close: () => Promise<void>;
  beforeAll(async () => {
    cloud = await startDrivenCloud(profile, (atEnd) => {
      close = atEnd;
    });
  });
  afterAll(() => close());

  async function askWith({ name, endpoint }: Row, box: Box, headers: Readonly<Record<string, string>>) {
    const input = await inputFor(firstGood(name, profile).input, box);
    const request = requestOf(endpoint, input);
    const { status, json, text } = await cloud.ask(request.line, {
      ...request,
      asOwner: false,
      headers: { ...request.headers, ...headers },
    });
    return [status, json ?? text];
  }

  /** Makes a call of a device with good input, which is prepared before the device changes. */
  async function answerAfter({ name, endpoint }: Row, box: Box, change: () => Promise<void>) {
    const request = requestOf(endpoint, await inputFor(firstGood(name, profile).input, box));
    await change();
    return cloud.ask(request.line, { ...request, headers: { ...request.headers, 'x-connection-key': box.key } });
  }

  const statusOf = async (key: string) => {
    const stream = await cloud.drive(openEvents(cloud.port, `?ck=${key}&apikey=any-id`));
    const { data } = await cloud.drive(stream.next());
    stream.close();
    return data;
  };

  test.each([...calls])('$name without a credential', async (row) => {
    const box = await cloud.makeDevice('handy', '4.0.11');
    const answer = await askWith(row, box, { 'x-connection-key': box.key });
    const { credential } = row.endpoint;
    if (credential === 'any') expect(answer).toEqual([401, UNAUTHENTICATED]);
    else if (credential === 'application-key') expect(answer).toEqual([401, UNAUTHORIZED]);
    else expect(answer[0]).toBe(200);
  });

  test.each([...toDevices])('$name without a connection key, and with a malformed one', async (row) => {
    const box = await cloud.makeDevice('handy');
    expect(await askWith(row, box, { 'x-api-key': 'id' })).toEqual([400, MISSING_KEY]);
    const keys = row.endpoint.address === 'device-reference' ? ['abcd'] : ['abcd', 'chref:Abcdefgh12'];
    for (const key of keys)
      expect(await askWith(row, box, { 'x-api-key': 'id', 'x-connection-key': key })).toEqual([
        400,
        { name: 'Bad request', message: expect.stringContaining('connection key') },
      ]);
  });

  test.each([...toDevices])('$name for an unknown key', async (row) => {
    if (row.name === 'sse.events') {
      expect(await statusOf('NobodyHere1')).toEqual({
        connection_key: 'NobodyHere1',
        data: { connected: false, ...unknownKey },
      });
      return;
    }
    const box = await cloud.makeDevice('handy');
    const headers = { 'x-api-key': 'id', 'x-connection-key': 'NobodyHere1' };
    const expected = row.name === 'info.connected' ? { result: { connected: false, ...unknownKey } } : OFFLINE;
    expect(await askWith(row, box, headers)).toEqual([200, expected]);
  });

  test.each([...toDevices])('$name for a device that is offline', async (row) => {
    const box = await cloud.makeDevice('handy');
    const cut = () => box.do({ connected: false });
    if (row.name === 'sse.events') {
      await cut();
      expect(await statusOf(box.key)).toEqual({ connection_key: box.key, data: { connected: false } });
      return;
    }
    const answer = await answerAfter(row, box, cut);
    const expected = row.name === 'info.connected' ? { result: { connected: false } } : OFFLINE;
    expect([answer.status, answer.json]).toEqual([200, expected]);
  });

  test.each([...toDevices])('$name for a device with firmware 3.2.3', async (row) => {
    const box = await cloud.makeDevice('handy', '3.2.3');
    if (row.name === 'sse.events') {
      const info = { fw_version: '3.2.3', fw_status: 2 };
      expect(await statusOf(box.key)).toMatchObject({ data: { connected: true, info } });
      return;
    }
    const answer = await answerAfter(row, box, async () => undefined);
    if (row.endpoint.onFirmware3) resultOf(answer, row, profile);
    else expect([answer.status, answer.json]).toEqual([200, OFFLINE]);
  });

  test('a device with firmware 3.2.3 reports its info, its connections and disconnections, and nothing else', async () => {
    const box = await cloud.makeDevice('oh', '3.2.3');
    expect((await box.call('info.info')).json).toMatchObject({ result: { fw_version: '3.2.3', fw_status: 2 } });
    await box.do([{ press: { button: 'UP', event: 'SHORT_PRESS' } }, { wifiScan: 3 }, { connected: false }]);
    await box.do({ connected: true });
    const received = await box.received.until('device_connected');
    expect(received.map(({ name }) => name)).toEqual(['device_disconnected', 'device_connected']);
  });

  test('a changed or expired link neither updates nor renews', async () => {
    const box = await cloud.makeDevice('handy');
    for (const name of ['ota.updateFixed', 'auth.renewToken'] as const) {
      const query = await inputFor(firstGood(name, profile).input, box);
      const answer = await box.call(name, { ...query, uexp: '1' });
      const [status, message] = name === 'ota.updateFixed' ? [403, 'Forbidden'] : [401, 'Unauthorized'];
      expect([answer.status, answer.json]).toMatchObject([status, { error: { code: status, message } }]);
    }
    expect((await box.received.soFar()).map(({ name }) => name)).toEqual([]);
  });
});
