import { type DeviceBackend, type DeviceCallName, DeviceRefusal, errorKinds } from '@tactus/protocol';
import { type ClientConfig, createClient, DeviceError } from '@tactus/sdk';
import { systemTime } from '@tactus/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDY, OH, profiles, type RunningCloud, startCloud } from './cloud-and-device.ts';

const STUBBORN = 'Stubborn1';
const SECRET = 'an-application-secret';

/** A device that refuses every call with a firmware error, or never answers. */
const stubborn: DeviceBackend & { silent: boolean } = {
  silent: false,
  connectionKey: STUBBORN,
  info: () => ({ fw_status: 0, fw_version: '4.1.1', session_id: '01HZ0000000000000000000000' }),
  call: (_name: DeviceCallName) =>
    stubborn.silent ? new Promise(() => undefined) : Promise.reject(new DeviceRefusal(errorKinds.sliderBlocked)),
  setClock: () => Promise.reject(new DeviceRefusal(errorKinds.genericFail)),
  install: () => Promise.reject(new DeviceRefusal(errorKinds.genericFail)),
  onEvent: () => () => undefined,
};

describe.each(profiles)('every envelope and error shape, profile %s', (profile) => {
  let running: RunningCloud;
  beforeAll(async () => {
    running = await startCloud(profile, { apiKeys: ['app-id'], applicationKeys: [SECRET] });
    running.cloud.link(stubborn);
  });
  afterAll(() => running.close());

  const client = (config: Partial<ClientConfig> = {}) =>
    createClient({
      baseUrl: running.apiBase,
      apiKey: 'app-id',
      connectionKey: HANDY,
      fetch: (url, init) => fetch(url, init),
      time: systemTime,
      ...config,
    });

  async function failureOf(run: PromiseLike<unknown>): Promise<DeviceError> {
    const thrown: unknown = await Promise.resolve(run).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(DeviceError);
    return thrown as DeviceError; // checked just above
  }

  test('a wrapped result, a bare one, and ok', async () => {
    expect(await client().info.mode()).toMatchObject({ mode: expect.any(Number) });
    const { server_time } = await client().utils.servertime();
    expect(Math.abs(server_time - systemTime.now())).toBeLessThan(1_000);
    expect(await client().info.setMode({ mode: 7 })).toBe('ok');
  });

  test('1001 for a key that no device has, inside HTTP 200', async () => {
    expect(await failureOf(client({ connectionKey: 'NoSuchDevice' }).hamp.start())).toMatchObject({
      code: 'not-connected',
      message: 'Device not connected',
      http: undefined,
      refusal: { code: 1001, name: 'DeviceNotConnected', connected: false },
    });
  });

  test('an unknown key is not connected, which is no error', async () => {
    expect(await client({ connectionKey: 'NoSuchDevice' }).info.connected()).toEqual({
      connected: false,
      // Only our cloud distinguishes an unknown key from an absent device.
      ...(profile === 'tactus' && { known: false }),
    });
  });

  test('1002 for a device that does not answer in time', async () => {
    stubborn.silent = true;
    const failure = await failureOf(client({ connectionKey: STUBBORN }).hamp.start());
    stubborn.silent = false;
    expect(failure).toMatchObject({ code: 'timeout', refusal: { code: 1002, connected: true } });
  });

  test('a refusal of the firmware, with its code', async () => {
    expect(await failureOf(client({ connectionKey: STUBBORN }).hamp.start())).toMatchObject({
      code: 'refused',
      refusal: { code: 100_006 },
    });
  });

  test('100017 for a function that the hardware does not have', async () => {
    expect(await failureOf(client({ connectionKey: OH }).hssp.state())).toMatchObject({ refusal: { code: 100_017 } });
  });

  test('401 without or with a wrong application id', async () => {
    for (const apiKey of [undefined, 'wrong'])
      expect(await failureOf(client({ apiKey }).info.mode())).toMatchObject({
        code: 'unauthenticated',
        message: 'Unauthenticated',
        http: { kind: 'api', status: 401 },
      });
  });

  test('bearer and basic credentials are accepted like the header', async () => {
    expect(await client({ apiKey: undefined, bearer: 'app-id' }).info.mode()).toHaveProperty('mode');
    const basic = { username: 'app-id', password: '' };
    expect(await client({ apiKey: undefined, basic }).info.mode()).toHaveProperty('mode');
  });

  test('400 without a key has the body without a wrapper, and the specification’s text', async () => {
    const failure = await failureOf(
      createClient({
        baseUrl: running.apiBase,
        apiKey: 'app-id',
        connectionKey: HANDY,
        time: systemTime,
        fetch(url, init) {
          const headers = new Headers(init.headers);
          headers.delete('x-connection-key');
          return fetch(url, { ...init, headers });
        },
      }).info.connected(),
    );
    expect(failure).toMatchObject({
      code: 'api',
      message: 'Bad request.',
      cause: { name: 'Bad request', message: 'Missing connection key in request' },
      http: { kind: 'api', status: 400, statusText: 'Bad Request' },
    });
  });

  test('404 for an unknown path', async () => {
    expect(await failureOf(client({ baseUrl: `${running.apiBase}/nowhere` }).info.mode())).toMatchObject({
      code: 'api',
      http: { kind: 'api', status: 404, statusText: 'Not Found' },
    });
  });

  test('tokens: 401 and 403 with the specification’s texts, and an issued token opens the device', async () => {
    expect(await failureOf(client({ apiKey: 'wrong' }).auth.issueToken({}))).toMatchObject({ message: 'Unauthorized' });
    expect(await failureOf(client().auth.issueToken({}))).toMatchObject({ message: 'Forbidden' });
    const { token } = await client({ apiKey: SECRET }).auth.issueToken({ ck: HANDY, ttl: 60 });
    expect(await client({ apiKey: undefined, bearer: token }).info.mode()).toHaveProperty('mode');
    expect(await failureOf(client({ apiKey: token, connectionKey: STUBBORN }).info.mode())).toMatchObject({
      code: 'api',
      http: { status: 403 },
    });
  });

  test('no error contains a secret', async () => {
    const failure = await failureOf(client({ apiKey: 'wrong' }).auth.issueToken({ ck: HANDY }));
    expect(JSON.stringify(failure.http)).not.toContain(HANDY);
  });
});

describe('limits', () => {
  let running: RunningCloud;
  beforeAll(async () => {
    running = await startCloud('tactus', { rateLimitPerMinute: 5 });
  });
  afterAll(() => running.close());

  test('429 is rate-limited', async () => {
    const client = createClient({
      baseUrl: running.apiBase,
      apiKey: 'a',
      connectionKey: HANDY,
      fetch: (url, init) => fetch(url, init),
      time: systemTime,
    });
    for (let sent = 0; sent < 5; sent++) await client.info.mode();
    await expect(client.info.mode()).rejects.toMatchObject({ code: 'rate-limited', http: { status: 429 } });
  });

  test('an unreachable cloud is a network error', async () => {
    const gone = await startCloud('tactus');
    await gone.close();
    const client = createClient({
      baseUrl: gone.apiBase,
      apiKey: 'a',
      connectionKey: HANDY,
      fetch: (url, init) => fetch(url, init),
      time: systemTime,
    });
    await expect(client.info.mode()).rejects.toMatchObject({ code: 'network' });
  });
});
