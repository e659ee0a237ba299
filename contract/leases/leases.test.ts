import { defaultConfig } from '@tactus/cloud';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../cloud/store-of-tests.ts';

const HANDY = 'DemoHandy1';
const OH = 'DemoOh0001';
const OWNER = { holder: 'tab-1', rank: 'owner', ttlMs: 10_000 };

/** The real cloud with its virtual devices, under a clock that the test controls. */
async function startCloud(profile: 'tactus' | 'vendor' = 'tactus') {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 0, profile });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());

  async function ask(line: string, payload?: object, headers: Record<string, string> = {}) {
    const [method = '', path = ''] = line.split(' ');
    const url = path.startsWith('/api') || path === '/metrics' ? path : `/api/handy-rest/v3${path}`;
    const answer = cloud.inject({
      ...{ method: method as 'GET', url }, // the lines of these tests name real methods
      headers: { 'x-api-key': 'any-id', 'x-connection-key': HANDY, ...headers },
      ...(payload && { payload }),
    });
    // An answer of a virtual device may take a moment of its own clock.
    let settled = false;
    answer.finally(() => {
      settled = true;
    });
    for (let turn = 0; turn < 200 && !settled; turn++) await time.run(5);
    const { statusCode, body } = await answer;
    return { status: statusCode, json: body.startsWith('{') ? JSON.parse(body) : undefined, text: body };
  }

  async function lease(request: object = OWNER, headers: Record<string, string> = {}) {
    const { status, json } = await ask('POST /api/tactus/leases', request, headers);
    expect(status).toBe(201);
    const bearer = { authorization: `Bearer ${json.secret}` };
    return {
      ...json,
      renew: () => ask(`PUT /api/tactus/leases/${json.lease}`, undefined, bearer),
      end: (payload?: object) => ask(`DELETE /api/tactus/leases/${json.lease}`, payload, bearer),
    };
  }
  const speed = async () => (await ask('GET /slider/state')).json.result.speed_absolute as number;
  const plays = async () => (await ask('GET /hamp/state')).json.result.play_state === 1;
  return { time, cloud, ask, lease, speed, plays };
}

type Setup = Awaited<ReturnType<typeof startCloud>>;
type Granted = Awaited<ReturnType<Setup['lease']>>;

describe('an expired lease', () => {
  test('stops alternating motion ten seconds after the last renewal, and not before', async () => {
    const { time, ask, lease, plays, speed } = await startCloud();
    await ask('PUT /hamp/start');
    const mine = await lease();
    for (let renewals = 0; renewals < 5; renewals++) {
      await time.run(3_000);
      expect((await mine.renew()).status).toBe(200);
    }
    await time.run(9_000);
    expect(await plays()).toBe(true);
    await time.run(2_000);
    expect([await plays(), await speed()]).toEqual([false, 0]);
    expect(await mine.renew()).toMatchObject({ status: 410, json: { error: { name: 'LeaseRanOut' } } });
    expect((await ask('GET /metrics')).text).toContain('tactus_leases_ended_total{end="ran-out"} 1');
  });

  test('stops vibration', async () => {
    const { time, ask, lease } = await startCloud();
    const oh = { 'x-connection-key': OH };
    await ask('PUT /hvp/state', { amplitude: 0.5, frequency: 100, position: 0.5 }, oh);
    expect((await ask('GET /hvp/state', undefined, oh)).json.result.enabled).toBe(true);
    await lease({ ...OWNER, ttlMs: 500 }, oh);
    await time.run(1_500);
    expect((await ask('GET /hvp/state', undefined, oh)).json.result.enabled).toBe(false);
  });

  test('stops a recorded script that the cloud plays', async () => {
    const { time, ask, lease, speed } = await startCloud();
    const actions = Array.from({ length: 200 }, (_, place) => ({ at: place * 400, pos: place % 2 ? 95 : 5 }));
    expect((await ask('PUT /hssp/setup', { actions })).json.result).toBeDefined();
    await ask('PUT /hssp/play', { start_time: 0, server_time: time.now() });
    await lease({ ...OWNER, ttlMs: 2_000 });
    await time.run(1_500);
    expect((await ask('GET /hssp/state')).json.result.play_state).toBe(1);
    await time.run(3_000);
    expect((await ask('GET /hssp/state')).json.result.play_state).not.toBe(1);
    expect(await speed()).toBe(0);
  });

  test('stops a device that was offline meanwhile, as soon as it is back', async () => {
    const { time, ask, lease, plays, cloud } = await startCloud();
    await ask('PUT /hamp/start');
    await lease({ ...OWNER, ttlMs: 1_000 });
    const link = (connected: boolean) =>
      cloud.inject({ method: 'PUT', url: `/_control/devices/${HANDY}/connected`, payload: { connected } });
    await link(false);
    await time.run(3_000);
    await link(true);
    await ask('PUT /hamp/start');
    await time.run(6_000);
    expect(await plays()).toBe(false);
  });
});

describe('the holder of a lease', () => {
  test('a newer owner takes over: the older one gets 409 with the holder, and its end stops nothing', async () => {
    const { ask, lease, plays } = await startCloud();
    await ask('PUT /hamp/start');
    const older = await lease();
    const newer = await lease({ ...OWNER, holder: 'tab-2' });
    expect(await older.renew()).toMatchObject({ status: 409, json: { error: { holder: 'tab-2', rank: 'owner' } } });
    expect((await older.end({ stop: true })).status).toBe(204);
    expect(await plays()).toBe(true);
    expect((await newer.renew()).status).toBe(200);
  });

  test('a guest is refused by an owner', async () => {
    const { ask, lease } = await startCloud();
    await lease();
    expect(await ask('POST /api/tactus/leases', { ...OWNER, rank: 'guest', holder: 'guest' })).toMatchObject({
      status: 409,
      json: { error: { name: 'HeldElsewhere', holder: 'tab-1', rank: 'owner' } },
    });
  });

  test("a raw key on the vendor's surface is never refused because of a lease", async () => {
    const { ask, lease } = await startCloud();
    await lease();
    expect((await ask('PUT /hamp/start')).json.result.play_state).toBe(1);
    expect((await ask('PUT /hamp/stop')).json.result.play_state).toBe(0);
  });

  test('only its secret renews or ends it', async () => {
    const { ask, lease } = await startCloud();
    const { lease: reference } = await lease();
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await ask(`${method} /api/tactus/leases/${reference}`, undefined, { authorization: 'Bearer x' })).status,
      ).toBe(404);
  });
});

describe('releasing a lease', () => {
  test('stops nothing by itself', async () => {
    const { time, ask, lease, plays } = await startCloud();
    await ask('PUT /hamp/start');
    expect((await (await lease()).end()).status).toBe(204);
    await time.run(30_000);
    expect(await plays()).toBe(true);
  });

  test('stops the motion on request', async () => {
    const { time, ask, lease, plays } = await startCloud();
    await ask('PUT /hamp/start');
    expect((await (await lease()).end({ stop: true })).status).toBe(204);
    await time.run(500);
    expect(await plays()).toBe(false);
  });
});

describe('of a client with numbered commands', () => {
  const numbered = (number: number, client = 'tab-number-1') => ({ 'x-tactus-sequence': `${client}/${number}` });

  test.each([
    ['ran out', async ({ time }: Setup) => void (await time.run(10_500))],
    [
      'was taken over by another client',
      async ({ lease }: Setup) => void (await lease({ ...OWNER, holder: 'tab-2' }, numbered(1, 'tab-number-2'))),
    ],
    [
      'was let go with a stop',
      async ({ ask }: Setup, { lease, secret }: Granted) =>
        void (await ask(`DELETE /api/tactus/leases/${lease}`, { stop: true }, { authorization: `Bearer ${secret}` })),
    ],
  ])('one that %s bars the start that was sent before its latest request and arrives later', async (_, end) => {
    const parts = await startCloud();
    const { ask, lease, plays } = parts;
    const mine = await lease(OWNER, numbered(2));
    const bearer = { authorization: `Bearer ${mine.secret}` };
    await ask(`PUT /api/tactus/leases/${mine.lease}`, undefined, { ...bearer, ...numbered(4) });
    await end(parts, mine);
    for (const number of [1, 3])
      expect((await ask('PUT /hamp/start', undefined, numbered(number))).json).toMatchObject({ error: { code: 4004 } });
    expect(await plays()).toBe(false);
    await ask('PUT /hamp/start', undefined, numbered(5));
    expect(await plays()).toBe(true);
  });

  test('one that its holder replaces bars nothing, and a late one replaces nothing', async () => {
    const { ask, lease, plays } = await startCloud();
    await lease(OWNER, numbered(2));
    await lease(OWNER, numbered(4));
    await ask('PUT /hamp/start', undefined, numbered(1));
    expect(await plays()).toBe(true);
    expect((await ask('POST /api/tactus/leases', OWNER, numbered(3))).status).toBe(409);
  });

  test('one that was requested before a Stop and arrives after it takes over from no client', async () => {
    const { ask, lease } = await startCloud();
    await ask('PUT /hamp/stop', undefined, numbered(3));
    await lease({ ...OWNER, holder: 'tab-2' }, numbered(1, 'tab-number-2'));
    expect((await ask('POST /api/tactus/leases', OWNER, numbered(2))).status).toBe(409);
  });
});

describe('a request for a lease', () => {
  test.each([
    [{}, 400],
    [{ ...OWNER, holder: '' }, 400],
    [{ ...OWNER, holder: 'x'.repeat(65) }, 400],
    [{ ...OWNER, rank: 'king' }, 400],
    [{ ...OWNER, ttlMs: 499 }, 400],
    [{ ...OWNER, ttlMs: 60_001 }, 400],
    [{ ...OWNER, ttlMs: 1_000.5 }, 400],
    [{ ...OWNER, ttlMs: 60_000 }, 201],
  ] as const)('%j is answered %i', async (request, status) => {
    const { ask } = await startCloud();
    expect((await ask('POST /api/tactus/leases', request)).status).toBe(status);
  });

  test('needs a credential, a key, and a device of this cloud', async () => {
    const { ask } = await startCloud();
    expect((await ask('POST /api/tactus/leases', OWNER, { 'x-api-key': '' })).status).toBe(401);
    expect((await ask('POST /api/tactus/leases', OWNER, { 'x-connection-key': '' })).status).toBe(400);
    expect((await ask('POST /api/tactus/leases', OWNER, { 'x-connection-key': 'NobodyHere1' })).status).toBe(404);
  });

  test("is unknown under the vendor's profile", async () => {
    const { ask } = await startCloud('vendor');
    expect((await ask('POST /api/tactus/leases', OWNER)).status).toBe(404);
    expect((await ask('GET /api/tactus/events')).status).toBe(404);
  });
});
