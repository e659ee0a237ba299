/** Every error text of the specification that the client throws, to the letter. */
import { createClient, openEventStream } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { describe, expect, test } from 'vitest';
import { KEY, type VirtualWorld, virtualWorld } from './cloud-in-virtual-time.ts';

const BASE = 'http://localhost/api/handy-rest/v3';
const FIVE = [
  [400, 'Bad request.'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [408, 'Request timeout.'],
  [500, 'Internal server error.'],
] as const;

/** A client whose cloud gives this answer to every call. */
const clientOf = (time: VirtualWorld['time'], answer: () => Response) =>
  createClient({ baseUrl: BASE, apiKey: 'app', connectionKey: KEY, fetch: async () => answer(), time });

describe('error catalogue', () => {
  test.each(FIVE)('auth token, environment get and set, and reboot: %d %s', async (status, message) => {
    const { time } = await virtualWorld({});
    const client = clientOf(time, () => Response.json({ why: 'so' }, { status }));
    for (const call of [
      client.auth.issueToken({}),
      client.system.environment(),
      client.system.setEnvironment({ environment: 0 }),
      client.system.reboot({ connection_mode: 1 }),
    ])
      await expect(call).rejects.toMatchObject({ message, cause: { why: 'so' }, http: { kind: 'api', status } });
  });

  test('the connected, hstp and slider-stroke-get calls: 400 Bad request.', async () => {
    const { time } = await virtualWorld({});
    const client = clientOf(time, () => new Response('', { status: 400 }));
    for (const call of [
      client.info.connected(),
      client.hstp.info(),
      client.hstp.clocksync(),
      client.hstp.offset(),
      client.hstp.setOffset({ offset: 1 }),
      client.slider.stroke(),
    ])
      await expect(call).rejects.toMatchObject({ message: 'Bad request.' });
  });

  test('a status with a standard name throws an API error carrying url, status, statusText and body', async () => {
    const { time } = await virtualWorld({});
    for (const [status, statusText] of [
      [404, 'Not Found'],
      [429, 'Too Many Requests'],
    ] as const)
      await expect(clientOf(time, () => Response.json({ a: 1 }, { status })).info.mode()).rejects.toMatchObject({
        http: { kind: 'api', url: `${BASE}/mode?timeout=5000`, status, statusText, body: { a: 1 } },
      });
  });

  test('any other non-OK status throws a generic error with the status, status text and body; 204 has no body', async () => {
    const { time } = await virtualWorld({});
    const odd = clientOf(time, () => new Response('why', { status: 599, statusText: 'Odd' }));
    await expect(odd.info.mode()).rejects.toMatchObject({
      code: 'http',
      message: 'HTTP status 599 Odd: why',
      http: { kind: 'http', status: 599, statusText: 'Odd', body: 'why' },
    });
    await expect(clientOf(time, () => new Response(null, { status: 204 })).info.mode()).rejects.toThrow('No result');
  });

  test('an API response with error throws that error; a response without a result throws No result', async () => {
    const { settled, virtual, connected, time } = await virtualWorld({});
    const here = await connected();
    virtual.disconnect('away');
    await expect(settled(here.hamp.start())).rejects.toMatchObject({
      message: 'Device not connected',
      refusal: { code: 1001 },
    });
    await expect(clientOf(time, () => Response.json({})).info.mode()).rejects.toThrow('No result');
  });

  test('Firmware versions not found', async () => {
    const world = await virtualWorld({});
    const device = await world.connected({
      fetch: (url, init) =>
        url.includes('/ota/versions') ? Promise.resolve(Response.json({ result: [] })) : world.fetch(url, init),
    });
    await expect(world.settled(device.ota.readVersions())).rejects.toThrow('Firmware versions not found');
  });

  test('Failed to update firmware version: the state becomes ongoing false, failed true', async () => {
    const { connected, settled } = await virtualWorld({});
    const device = await connected(); // it already runs the newest firmware
    const failed = settled(device.ota.updateLatest());
    expect(device.store.getState().ota.ongoing).toBe(true);
    await expect(failed).rejects.toMatchObject({
      message: 'Failed to update firmware version',
      refusal: { code: 200_005 },
    });
    expect(device.store.getState().ota).toMatchObject({ ongoing: false, failed: true });
  });

  test('Handy API SSE config not set, when the stream connects without config', async () => {
    const { time, fetch } = await virtualWorld({});
    const stream = {
      fetch,
      time,
      random: createRandom(1),
      onEvent: ignore,
      onUnknown: ignore,
      onOpen: ignore,
      onError: ignore,
    };
    expect(() =>
      openEventStream({ ...stream, baseUrl: BASE, apiKey: undefined, connectionKey: undefined, keysIn: 'query' }),
    ).toThrow('Handy API SSE config not set');
  });

  test('SSE not initialized, HSTP is not initialized, Info CMD not initialized', async () => {
    const { device } = await virtualWorld({});
    const before = device();
    expect(() => before.retry()).toThrow('SSE not initialized');
    await expect(before.clock.sync()).rejects.toThrow('HSTP is not initialized');
    await expect(before.hstp.info()).rejects.toThrow('HSTP is not initialized');
    await expect(before.info.read()).rejects.toThrow('Info CMD not initialized');
  });

  test('No server time', async () => {
    const world = await virtualWorld({});
    const device = await world.connected();
    const speechless = world.device({
      fetch: (url, init) => (url.includes('/servertime') ? Promise.resolve(Response.json({})) : world.fetch(url, init)),
    });
    device.close();
    speechless.connect(KEY).catch(ignore);
    await expect(world.settled(speechless.clock.sync())).rejects.toThrow('No server time');
  });

  test('an event stream error sets sseError and sseConnected false', async () => {
    const world = await virtualWorld({});
    let cut: () => void = ignore;
    const device = await world.connected({
      fetch(url, init) {
        if (!url.includes('/sse')) return world.fetch(url, init);
        const line = new AbortController();
        cut = () => line.abort(new Error('The line was cut'));
        return world.fetch(url, {
          ...init,
          signal: AbortSignal.any([line.signal, ...(init.signal ? [init.signal] : [])]),
        });
      },
    });
    cut();
    await world.time.run(5);
    expect(device.store.getState()).toMatchObject({ sseConnected: false, sseError: { code: 'network' } });
  });
});

const ignore = () => undefined;
