import { DEVICE_API_PREFIX, DeviceRefusal, type ErrorKind, errorKinds } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../../cloud.ts';
import { type CloudConfig, defaultConfig } from '../../config/config.ts';
import { ledDevice } from '../../testing/linked-device.ts';

interface RequestOptions {
  readonly body?: unknown;
  /** The reference in a call of the device API. */
  readonly to?: string;
  readonly bearer?: string;
}

async function startCloud(changes: Partial<CloudConfig> = {}) {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 0, ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());

  async function send(line: string, { body, to, bearer = 'any-id' }: RequestOptions = {}) {
    const [method = '', path = ''] = line.split(' ');
    const answer = await cloud.inject({
      method: method as 'GET', // the tests name HTTP's own methods
      url: path.startsWith('/channels') ? `/api/tactus${path}` : DEVICE_API_PREFIX + path,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${bearer}`,
        ...(to !== undefined && { 'x-connection-key': to }),
      },
      ...(body !== undefined && { payload: body as object }),
    });
    const json: unknown = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, headers: answer.headers, json };
  }

  async function make(...connectionKeys: readonly string[]) {
    const answer = await send('POST /channels', { body: { connectionKeys } });
    expect(answer.status).toBe(201);
    return answer.json as { channel: string; secret: string };
  }

  /** Links devices that answer with a velocity of their own, refuse, or do not answer. */
  function link(answers: Readonly<Record<string, number | ErrorKind | 'offline' | 'silent'>>) {
    const calls: string[] = [];
    for (const [connectionKey, answer] of Object.entries(answers)) {
      const carryOut = async (name: string) => {
        calls.push(`${connectionKey} ${name}`);
        if (answer === 'silent') return new Promise(() => undefined);
        if (typeof answer === 'object') throw new DeviceRefusal(answer);
        return { velocity: answer };
      };
      cloud.link(ledDevice({ connectionKey, connected: answer !== 'offline', answer: carryOut }));
    }
    return calls;
  }
  return { send, make, link, time };
}

const OFFLINE = { error: { code: 1001, connected: false } };

test('a channel is made, listed, changed and ended with its secret', async () => {
  const { send, make } = await startCloud();
  const { channel, secret } = await make('First00001', 'Second0001');
  expect(channel).toMatch(/^chref:[A-Za-z0-9]{12}$/);
  const path = `/channels/${channel}`;
  const id = channel.slice('chref:'.length);
  const first = { connectionKey: 'First00001', alias: `${id}01` };
  const second = { connectionKey: 'Second0001', alias: `${id}02` };
  const third = { connectionKey: 'Third00001', alias: `${id}03` };
  expect(await send(`GET ${path}`, { bearer: secret })).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: { channel, members: [first, second] },
  });
  const body = { connectionKeys: ['Third00001', 'First00001'] };
  expect((await send(`PUT ${path}`, { bearer: secret, body })).json).toEqual({ channel, members: [third, first] });
  expect((await send(`GET ${path}`, { bearer: secret })).json).toEqual({ channel, members: [third, first] });
  expect((await send(`DELETE ${path}`, { bearer: secret })).status).toBe(204);
  expect((await send(`GET ${path}`, { bearer: secret })).status).toBe(404);
});

test('a wrong secret, none and an unknown channel are answered alike', async () => {
  const { send, make } = await startCloud();
  const { channel, secret } = await make('First00001');
  const other = await make('First00001');
  const answers = [
    await send(`GET /channels/${channel}`),
    await send(`GET /channels/${channel}`, { bearer: '' }),
    await send(`PUT /channels/${channel}`, { bearer: other.secret, body: {} }),
    await send(`DELETE /channels/${channel}`, { bearer: other.secret }),
    await send('GET /channels/chref:Abcdefghjkmn', { bearer: secret }),
  ];
  const message = 'There is no such channel, or the secret is not its own';
  for (const { status, json } of answers)
    expect([status, json]).toEqual([404, { error: { name: 'NotFound', message } }]);
});

test('members must be 1 to 32 connection keys; a refused change changes nothing', async () => {
  const { send, make } = await startCloud();
  const { channel, secret } = await make('First00001');
  const keys = Array.from({ length: 33 }, (_, index) => `Device${index}`);
  for (const connectionKeys of [undefined, 'First00001', [], keys])
    for (const line of ['POST /channels', `PUT /channels/${channel}`])
      expect(await send(line, { bearer: secret, body: { connectionKeys } })).toMatchObject({
        status: 400,
        json: { error: { message: 'connectionKeys must be a list of 1 to 32 connection keys' } },
      });
  for (const bad of ['abc', 'chref:Abcdefghjkmn', 7])
    expect(await send('POST /channels', { body: { connectionKeys: ['First00001', bad] } })).toMatchObject({
      status: 400,
      json: { error: { message: 'connectionKeys[1] must be 5 to 64 letters and digits' } },
    });
  expect((await send(`GET /channels/${channel}`, { bearer: secret })).json).toMatchObject({ members: [{}] });
  await make(...keys.slice(1));
});

test('a call goes to every connected member, and the first success in order is the answer', async () => {
  const { send, make, link } = await startCloud();
  const calls = link({
    Away000001: 'offline',
    Refuses001: errorKinds.deviceDisabled,
    Second0001: 0.2,
    Third00001: 0.3,
  });
  const { channel } = await make('Nobody0001', 'Away000001', 'Refuses001', 'Second0001', 'Third00001');
  const answer = await send('PUT /hamp/velocity', { to: channel, body: { velocity: 0.5 } });
  expect([answer.status, answer.json]).toEqual([200, { result: { velocity: 0.2 } }]);
  expect(calls).toEqual(['Refuses001', 'Second0001', 'Third00001'].map((key) => `${key} hamp.velocity`));
});

test('when all refuse, the answer is the first refusal in the order of the channel', async () => {
  const { send, make, link } = await startCloud();
  const { deviceDisabled, notSupported } = errorKinds;
  link({ First00001: deviceDisabled, Second0001: notSupported });
  const { channel } = await make('First00001', 'Second0001');
  expect((await send('PUT /hamp/start', { to: channel })).json).toMatchObject({
    error: { code: deviceDisabled.code, connected: true },
  });
  const both = await make('Second0001', 'First00001');
  expect((await send('PUT /hamp/start', { to: both.channel })).json).toMatchObject({
    error: { code: notSupported.code },
  });
});

test('a channel waits for a silent member no longer than the timeout', async () => {
  const { send, make, link, time } = await startCloud();
  const calls = link({ Silent0001: 'silent', Second0001: 0.2 });
  const { channel } = await make('Silent0001', 'Second0001');
  const answer = send('GET /hamp/state', { to: channel });
  await expect.poll(() => calls.length).toBe(2);
  await time.run(5_000);
  expect((await answer).json).toEqual({ result: { velocity: 0.2 } });
});

test('a channel without a connected member answers as an unknown device does', async () => {
  const { send, make, link } = await startCloud();
  link({ Away000001: 'offline' });
  const { channel } = await make('Away000001', 'Nobody0001');
  for (const line of ['GET /info', 'PUT /hamp/stop', 'GET /hamp/state', 'GET /hssp/state', 'GET /stream/state'])
    expect((await send(line, { to: channel })).json).toMatchObject(OFFLINE);
  expect((await send('GET /connected', { to: channel })).json).toEqual({ result: { connected: false } });
});

test('a channel is connected when any member is; a change of the members takes effect at once', async () => {
  const { send, make, link } = await startCloud();
  link({ Here000001: 0.1 });
  const { channel, secret } = await make('Nobody0001', 'Here000001');
  const connected = async () => (await send('GET /connected', { to: channel })).json;
  expect(await connected()).toEqual({ result: { connected: true } });
  await send(`PUT /channels/${channel}`, { bearer: secret, body: { connectionKeys: ['Nobody0001'] } });
  expect(await connected()).toEqual({ result: { connected: false } });
  await send(`PUT /channels/${channel}`, { bearer: secret, body: { connectionKeys: ['Here000001'] } });
  expect(await connected()).toEqual({ result: { connected: true } });
  await send(`DELETE /channels/${channel}`, { bearer: secret });
  expect(await connected()).toEqual({ result: { connected: false } });
});

test('calls for a connection key only refuse a channel; bad input is 400 and states whether a member is connected', async () => {
  const { send, make, link } = await startCloud();
  link({ Here000001: 0.1 });
  const { channel } = await make('Nobody0001', 'Here000001');
  for (const line of ['GET /capabilities', 'PUT /hdsp/xpt', 'PUT /hsp/flush', 'PUT /hssp/pause', 'GET /slider/state'])
    expect((await send(line, { to: channel })).status).toBe(400);
  const bad = { body: { velocity: 7 } };
  expect((await send('PUT /hamp/velocity', { ...bad, to: channel })).json).toMatchObject({
    error: { connected: true },
  });
  const empty = await make('Nobody0001');
  expect((await send('PUT /hamp/velocity', { ...bad, to: empty.channel })).json).toMatchObject({
    error: { connected: false },
  });
});

test('a token is valid for its reference: for a device it drives no channel, for a channel no device', async () => {
  const { send, make, link } = await startCloud();
  link({ Here000001: 0.1 });
  const { channel } = await make('Here000001');
  const tokenFor = async (reference: string) => {
    const issued = await send(`GET /auth/token/issue?ttl=60&ck=${reference}`);
    return (issued.json as { result: { token: string } }).result.token;
  };
  const ofDevice = await tokenFor('Here000001');
  const ofChannel = await tokenFor(channel);
  const statusOf = async (bearer: string, to: string) => (await send('PUT /hamp/start', { bearer, to })).status;
  expect([await statusOf(ofDevice, 'Here000001'), await statusOf(ofDevice, channel)]).toEqual([200, 403]);
  expect([await statusOf(ofChannel, channel), await statusOf(ofChannel, 'Here000001')]).toEqual([200, 403]);
});

test('a call to a channel counts once, for the channel', async () => {
  const { send, make, link } = await startCloud({ rateLimitPerMinute: 3 });
  link({ First00001: 0.1, Second0001: 0.2 });
  const { channel } = await make('First00001', 'Second0001');
  const state = (to: string) => send('GET /hamp/state', { to });
  for (const left of ['2', '1', '0']) expect((await state(channel)).headers['x-ratelimit-remaining']).toBe(left);
  expect((await state(channel)).status).toBe(429);
  expect((await send('PUT /hamp/stop', { to: channel })).status).toBe(200);
  expect((await state('First00001')).headers['x-ratelimit-remaining']).toBe('2');
});

test('a channel is removed a day after its last use, and calls count as use', async () => {
  const { send, make, link, time } = await startCloud();
  link({ Here000001: 0.1 });
  const { channel } = await make('Here000001');
  const connected = async () => (await send('GET /connected', { to: channel })).json;
  await time.run(24 * 60 * 60 * 1_000 - 1);
  expect(await connected()).toEqual({ result: { connected: true } });
  await time.run(24 * 60 * 60 * 1_000 - 1);
  expect(await connected()).toEqual({ result: { connected: true } });
  await time.run(24 * 60 * 60 * 1_000);
  expect(await connected()).toEqual({ result: { connected: false } });
});

test('an address makes no more than 120 channels an hour', async () => {
  const { send, make } = await startCloud({ rateLimitPerMinute: 240 });
  for (let made = 0; made < 120; made++) await make('First00001');
  const refused = await send('POST /channels', { body: { connectionKeys: ['First00001'] } });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
});

test("the vendor's cloud makes no channels, and such a reference is an unknown device", async () => {
  const { send, link } = await startCloud({ profile: 'vendor' });
  link({ Here000001: 0.1 });
  const body = { connectionKeys: ['Here000001'] };
  expect((await send('POST /channels', { body })).status).toBe(404);
  expect((await send('GET /channels/chref:Abcdefghjkmn')).status).toBe(404);
  expect((await send('GET /hamp/state', { to: 'chref:Abcdefghjkmn' })).json).toMatchObject(OFFLINE);
});
