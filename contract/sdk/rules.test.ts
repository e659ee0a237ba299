/** Rules, validation and constants of the specification, as the client applies them, against the real cloud. */
import {
  CLOCK_RESYNC_INTERVAL_MS,
  CLOCK_SYNC_VALID_MS,
  CONDITION_CHECK_INTERVAL_MS,
  createClient,
  fetchScript,
  measureCloudClock,
  SLOW_CONNECT_MS,
  uploadScript,
} from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { KEY, virtualWorld } from './cloud-in-virtual-time.ts';

async function connected(options: Parameters<typeof virtualWorld>[0] = {}) {
  const world = await virtualWorld(options);
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch: typeof world.fetch = (url, init) => {
    sent.push({ url, init });
    return world.fetch(url, init);
  };
  const device = await world.connected({ fetch });
  sent.length = 0;
  return { ...world, device, sent };
}

describe('validation', () => {
  test('HAMP velocity must be between 0 and 1, else Velocity must be between 0 and 1', async () => {
    const { device, sent, settled } = await connected();
    for (const velocity of [-0.1, 1.1, 50, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(device.hamp.setVelocity(velocity)).rejects.toMatchObject({
        code: 'bad-input',
        message: 'Velocity must be between 0 and 1',
      });
    expect(sent).toEqual([]);
    for (const velocity of [0, 1]) expect(await settled(device.hamp.setVelocity(velocity))).toMatchObject({ velocity });
  });

  test('connecting requires a connection key, and the SDK an API token', async () => {
    const { device } = await virtualWorld({});
    await expect(device().connect('')).rejects.toThrow('Connection key is required');
    await expect(device({ apiKey: '' }).connect(KEY)).rejects.toThrow('API token is required');
  });

  test('HSP points x and t are rounded to integers before sending', async () => {
    const { device, sent, settled } = await connected();
    await settled(device.hsp.add([{ t: 10.4, x: 49.6 }]));
    expect(JSON.parse(String(sent.at(-1)?.init.body))).toMatchObject({ points: [{ t: 10, x: 50 }] });
    expect(device.store.getState().hsp).toMatchObject({ points: 1, first_point_time: 10 });
  });

  test('clock sync needs at least 1 repetition: times must be at least 1', async () => {
    const { time, fetch } = await virtualWorld({});
    const client = createClient({ baseUrl: 'http://localhost/api/handy-rest/v3', apiKey: 'a', fetch, time });
    await expect(measureCloudClock({ client, time, times: 0 })).rejects.toThrow('times must be at least 1');
  });

  test('an unknown firmware version gives Specific OTA not found', async () => {
    const { device, settled } = await connected();
    const update = device.ota.updateVersion({ version: '9.9.9', feature_flags: 'production' });
    await expect(settled(update)).rejects.toMatchObject({ message: 'Specific OTA not found' });
    expect(device.store.getState().ota).toMatchObject({ ongoing: false, failed: true });
  });
});

describe('scripts', () => {
  const ORIGIN = 'http://localhost';
  const SCRIPT_HOST = `${ORIGIN}/api/script/v0`;

  /** Uploads a script to the cloud's own host, and fetches it from there. */
  async function roundTrip(text: string, fileName: string) {
    const { fetch, settled } = await virtualWorld({});
    const url = await settled(uploadScript({ scriptHost: SCRIPT_HOST, text, fileName, fetch }));
    return settled(fetchScript({ url: `${ORIGIN}${new URL(url, ORIGIN).pathname}`, fetch }));
  }

  test('POST {script host}/temp/upload as multipart form with a file; the response has url', async () => {
    const points = [
      { t: 0, x: 0 },
      { t: 500, x: 100 },
    ];
    expect((await roundTrip('# two points\n0,0\n500,100\n', 'script.csv')).points).toEqual(points);
    const funscript = '{"actions":[{"at":0,"pos":0},{"at":500,"pos":100}]}';
    expect((await roundTrip(funscript, 'script.funscript')).points).toEqual(points);
  });

  test('an upload error field throws its message', async () => {
    await expect(roundTrip('0,0\n', 'script.csv')).rejects.toThrow('Invalid CSV');
    await expect(roundTrip('{', 'script.json')).rejects.toThrow('Invalid Json in script');
  });

  test('a type other than CSV or JSON when fetching gives Invalid type', async () => {
    const { fetch } = await virtualWorld({});
    // The cloud's own API pages are HTML. They are read from the disk, which takes no virtual time.
    await expect(fetchScript({ url: `${ORIGIN}/api/docs/`, fetch })).rejects.toThrow('Invalid type');
  });
});

describe('roles and permissions', () => {
  test('device calls carry the connection key in X-Connection-Key and the API token in X-Api-Key', async () => {
    const { device, sent, settled } = await connected();
    await settled(device.hamp.stop());
    expect(new Headers(sent[0]?.init.headers).get('x-connection-key')).toBe(KEY);
    expect(new Headers(sent[0]?.init.headers).get('x-api-key')).toBe('contract-test');
    expect(sent[0]?.init.credentials).toBe('omit');
  });

  test('an application token is issued by the auth call', async () => {
    const world = await virtualWorld({ config: { apiKeys: ['app'], applicationKeys: ['a-secret-key'] } });
    const issuer = world.device({ apiKey: 'a-secret-key' });
    const { token } = await world.settled(issuer.auth.issueToken({ ck: KEY, ttl: 60 }));
    const device = world.device({ apiKey: token });
    await world.settled(device.connect(KEY));
    expect(device.store.getState().connected).toBe(true);
    expect(JSON.stringify(issuer.trace.entries())).not.toContain(token);
  });
});

describe('constants', () => {
  test('connecting timeout 5000 ms; clock sync valid for 1 hour; server time resynced every 600000 ms; polling step 100 ms', () => {
    expect([SLOW_CONNECT_MS, CLOCK_SYNC_VALID_MS, CLOCK_RESYNC_INTERVAL_MS, CONDITION_CHECK_INTERVAL_MS]).toEqual([
      5_000, 3_600_000, 600_000, 100,
    ]);
  });

  test('clock sync takes 10 samples by default', async () => {
    const { device, sent, settled } = await connected();
    await settled(device.clock.sync());
    expect(sent.filter(({ url }) => url.endsWith('/servertime'))).toHaveLength(10);
  });

  test('device polling wait has a default step of 100 ms', async () => {
    const { device, time } = await connected();
    let looks = 0;
    const waiting = device.waitFor(() => {
      looks += 1;
      return looks > 5;
    });
    await time.run(400);
    expect(looks).toBe(5);
    await time.run(100);
    await waiting;
  });

  test('the default filter is 0.5', async () => {
    const { device, sent, settled } = await connected();
    await settled(device.hsp.synctime({ current_time: 0 }));
    expect(JSON.parse(String(sent.at(-1)?.init.body))).toMatchObject({ filter: 0.5 });
  });
});
