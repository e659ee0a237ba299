import { describe, expect, test } from 'vitest';
import { KEY, OH, sharedWorld } from './shared-world.ts';

const LIMITS = { speed: 0.4, stroke: { min: 0.2, max: 0.7 } };

describe('a link', () => {
  test('shows its secret once and stores it nowhere', async () => {
    const { share, ask } = await sharedWorld();
    const made = await share({ name: 'Evening', limits: LIMITS, allow: ['hamp'] });
    expect(Buffer.from(made.secret, 'base64url')).toHaveLength(32);
    expect(made.path).toBe(`/share/${made.id}#${made.secret}`);
    // A link whose secret is missing never counts as a plain connection key.
    expect(made.id).toMatch(/^s-[\w-]{16}$/);
    const { text, json } = await ask('GET /api/tactus/shares');
    expect(text).not.toContain(made.secret);
    expect(json.shares).toMatchObject([
      {
        id: made.id,
        name: 'Evening',
        allow: ['hamp'],
        limits: { ...LIMITS, intensity: 1, sessionMinutes: 60 },
        guests: [],
      },
    ]);
  });

  test('is made once where its request is repeated under an Idempotency-Key within a minute', async () => {
    const { as, ask, time } = await sharedWorld();
    const make = (key: string, name = 'Evening', caller = 'any-id') =>
      as({ 'x-api-key': caller, 'x-connection-key': KEY, 'idempotency-key': key })('POST /api/tactus/shares', { name });
    const [first, second] = await Promise.all([make('one'), make('one')]);
    await time.run(59_000);
    for (const again of [second, await make('one')]) expect(again).toEqual(first);
    expect(first.status).toBe(201);
    expect((await ask('GET /api/tactus/shares')).json.shares).toHaveLength(1);
    expect((await make('one', 'Morning')).json.error.name).toBe('IdempotencyKeyReused');
    expect((await make('é')).status).toBe(400);
    const others = [await make('one', 'Evening', 'another-id'), await make('two')];
    await time.run(61_000);
    others.push(await make('one'));
    expect(new Set([first, ...others].map(({ json }) => json.id)).size).toBe(4);
  });

  test('reports to its owner the round trip of a guest, once a second at most', async () => {
    const { share, enter, follow, time } = await sharedWorld();
    const guest = await enter(await share());
    const owners = await follow();
    await guest.take();
    const reportRoundTrip = async (body: object) => {
      await guest.home('PUT /api/tactus/shares/control', body);
      await time.run(10);
      return owners.events('shares').at(-1).shares[0].guests[0].rtt_ms;
    };
    expect(await reportRoundTrip({})).toBeNull();
    for (const wrong of [-1, 1.5, 60_001, '42']) expect(await reportRoundTrip({ rtt_ms: wrong })).toBeNull();
    expect(await reportRoundTrip({ rtt_ms: 42 })).toBe(42);
    const before = owners.events('shares').length;
    expect(await reportRoundTrip({ rtt_ms: 43 })).toBe(42);
    expect(owners.events('shares')).toHaveLength(before);
    for (let renewals = 0; renewals < 8; renewals++) {
      await time.run(130);
      await reportRoundTrip({ rtt_ms: 44 });
    }
    expect(await reportRoundTrip({ rtt_ms: 44 })).toBe(44);
  });

  test('is refused with a wrong secret, guesses are limited, and the right secret is still accepted', async () => {
    const { share, as } = await sharedWorld();
    const { id, secret } = await share();
    const guess = (text: string) => as({})(`POST /api/tactus/shares/${id}/sessions`, { secret: text, name: 'G' });
    for (let guesses = 0; guesses < 20; guesses++) expect((await guess(`x${guesses}`)).status).toBe(404);
    expect((await guess('x20')).status).toBe(429);
    expect((await guess(secret)).status).toBe(201);
  });

  test('expires, is used up, is full, is revoked', async () => {
    const { share, as, enter, time, ask } = await sharedWorld();
    const join = ({ id, secret }: { id: string; secret: string }) =>
      as({})(`POST /api/tactus/shares/${id}/sessions`, { secret, name: 'G' });
    const once = await share({ uses: 1 });
    await enter(once);
    expect(await join(once)).toMatchObject({ status: 410, json: { error: { name: 'ShareUsedUp' } } });
    const alone = await share({ viewers: 0 });
    await enter(alone);
    expect(await join(alone)).toMatchObject({ status: 409, json: { error: { name: 'ShareFull' } } });
    const short = await share({ expiresInMs: 60_000 });
    await time.run(61_000);
    expect(await join(short)).toMatchObject({ status: 410, json: { error: { name: 'ShareExpired' } } });
    const revoked = await share();
    await ask(`DELETE /api/tactus/shares/${revoked.id}`);
    expect(await join(revoked)).toMatchObject({ status: 410, json: { error: { name: 'ShareRevoked' } } });
  });

  test('that is used up and without present guests is removed to make room for another one', async () => {
    const { share, enter, ask } = await sharedWorld();
    const first = await share({ uses: 1 });
    for (let others = 0; others < 31; others++) await share();
    const guest = await enter(first);
    await guest.follow();
    expect((await ask('POST /api/tactus/shares', {})).status).toBe(507);
    await guest.home('DELETE /api/tactus/shares/session');
    await share();
    expect((await ask('POST /api/tactus/shares', {})).status).toBe(507);
    const { shares } = (await ask('GET /api/tactus/shares')).json as { shares: { id: string }[] };
    expect(shares).toHaveLength(32);
    expect(shares.map(({ id }) => id)).not.toContain(first.id);
  });

  test('is ended by a request that declares JSON and has no body', async () => {
    const { share, as, owner, ask } = await sharedWorld();
    const { id } = await share();
    const answer = await as({ ...owner, 'content-type': 'application/json' })(`DELETE /api/tactus/shares/${id}`);
    expect(answer.status).toBe(204);
    expect((await ask('GET /api/tactus/shares')).json.shares).toEqual([]);
  });

  test('can be changed by the owner alone', async () => {
    const { share, as } = await sharedWorld();
    const { id } = await share();
    const stranger = as({ 'x-api-key': 'any-id', 'x-connection-key': OH });
    expect((await stranger(`PATCH /api/tactus/shares/${id}`, { viewers: 1 })).status).toBe(404);
    expect((await stranger(`DELETE /api/tactus/shares/${id}`)).status).toBe(404);
    expect((await stranger('GET /api/tactus/shares')).json.shares).toEqual([]);
    const page = as({ 'x-api-key': 'any-id', 'x-connection-key': KEY, origin: 'https://elsewhere.example' });
    expect((await page('GET /api/tactus/shares')).status).toBe(403);
  });
});

describe('a guest', () => {
  test('drives within the limits, holding', async () => {
    const { share, enter, velocity, position, time, plays } = await sharedWorld();
    const guest = await enter(await share({ limits: LIMITS }));
    expect(await guest.call('PUT /hamp/start')).toMatchObject({ status: 409, json: { error: { reason: 'no-hold' } } });
    await guest.hold();
    await guest.call('PUT /hamp/start');
    expect((await guest.call('PUT /hamp/velocity', { velocity: 1 })).json.result.velocity).toBe(0.4);
    expect([await plays(), await velocity()]).toEqual([true, 0.4]);
    await time.run(1_500);
    for (let looks = 0; looks < 40; looks++) {
      const share01 = ((await position()) - 5) / 97.826;
      expect(share01).toBeGreaterThan(0.19);
      expect(share01).toBeLessThan(0.71);
      await time.run(37);
    }
  });

  test('never gets the key of the device, and has no access elsewhere', async () => {
    const { share, enter, as } = await sharedWorld();
    const guest = await enter(await share());
    const stream = await guest.listen();
    await guest.hold();
    await guest.call('PUT /hamp/start');
    expect(stream.events('device_status')[0]).toMatchObject({ connection_key: guest.json.alias });
    expect(stream.events('hamp_state_changed').length).toBeGreaterThan(0);
    expect(stream.text()).not.toContain(KEY);
    const asOwner = as({ ...guest.bearer, 'x-api-key': 'any-id', 'x-connection-key': KEY });
    expect((await asOwner('GET /info')).status).toBe(403);
    for (const line of ['GET /api/tactus/shares', 'POST /api/tactus/leases', 'POST /api/tactus/stop'])
      expect((await asOwner(line, line.startsWith('POST') ? {} : undefined)).status).toBe(401);
    expect(
      (await as({ 'x-api-key': 'any-id', 'x-connection-key': guest.json.alias })('GET /info')).json.error.code,
    ).toBe(1001);
    const inQuery = `GET /sse?apikey=${guest.json.session}&ck=${guest.json.alias}`;
    expect((await as({})(inQuery)).json.error).toMatchObject({ reason: 'in-address' });
  });

  test('loses its motion within 600 ms of being cut off, and gets control back within 5 s without a request', async () => {
    const { share, enter, speed, time } = await sharedWorld();
    const guest = await enter(await share());
    await guest.hold();
    await guest.call('PUT /hamp/start');
    await guest.call('PUT /hamp/velocity', { velocity: 0.5 });
    await time.run(5_000);
    expect(await speed()).toBeGreaterThan(0);
    guest.cut();
    await time.run(600);
    expect(await speed()).toBe(0);
    expect((await guest.renew()).json.error.name).toBe('HoldLapsed');
    await time.run(4_000);
    expect((await guest.take()).status).toBe(201);
    await time.run(6_000);
    expect((await guest.take()).json.error.name).toBe('NotController');
    expect((await guest.home('POST /api/tactus/shares/control/ask')).json).toEqual({ granted: true });
    expect((await guest.take()).status).toBe(201);
  });

  test('is shown to the owner as the last driver, also after the hold, until a client with the key drives', async () => {
    const { share, enter, ask, time } = await sharedWorld();
    const drivenBy = async () => (await ask('GET /api/tactus/shares')).json.control.driven_by;
    const guest = await enter(await share());
    expect(await drivenBy()).toBe('owner');
    await guest.hold();
    await guest.call('PUT /hamp/start');
    guest.cut();
    await time.run(1_000);
    expect((await ask('GET /api/tactus/shares')).json.control.holding).toBe(false);
    expect(await drivenBy()).toBe('guest');
    await ask('PUT /hamp/start');
    expect(await drivenBy()).toBe('owner');
  });

  test('who only views may stop, and nothing else', async () => {
    const { share, enter, plays } = await sharedWorld();
    const link = await share();
    const [driver, viewer] = [await enter(link, 'Driver'), await enter(link, 'Viewer')];
    expect(viewer.json.role).toBe('viewer');
    await driver.hold();
    await driver.call('PUT /hamp/start');
    expect((await viewer.call('PUT /hamp/velocity', { velocity: 0.1 })).json.error.reason).toBe('viewer');
    expect(await plays()).toBe(true);
    expect((await viewer.call('PUT /hamp/stop')).status).toBe(200);
    expect(await plays()).toBe(false);
    expect((await driver.take()).json.error.name).toBe('StoppedJustNow');
  });

  test('gets control by a request and a hand-over, which stops first', async () => {
    const { share, enter, speed, time, follow } = await sharedWorld();
    const link = await share();
    const owners = await follow();
    const [driver, other] = [await enter(link, 'Driver'), await enter(link, 'Other')];
    const sessionEvents = await driver.follow();
    await driver.hold();
    await driver.call('PUT /hamp/start');
    await driver.call('PUT /hamp/velocity', { velocity: 0.5 });
    expect((await other.home('POST /api/tactus/shares/control/ask')).json).toEqual({ granted: false });
    expect(sessionEvents.events('session').at(-1).asking).toEqual([{ session: other.id, name: 'Other' }]);
    await time.run(1_000);
    await driver.home('POST /api/tactus/shares/control/hand', { session: other.id });
    await time.run(100);
    expect(await speed()).toBe(0);
    expect((await driver.call('PUT /hamp/start')).json.error.reason).toBe('viewer');
    expect((await other.take()).status).toBe(201);
    expect(owners.events('audit').map(({ who, what }) => `${who} ${what}`)).toEqual(
      expect.arrayContaining(['Driver took', 'Driver start', 'Other asked', 'Driver handed', 'Other took']),
    );
  });
});
