import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type RunningCloud, startCloud } from './running-cloud.ts';
import { testDevice } from './test-device.ts';

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const DAY_MS = 24 * 60 * 60 * 1_000;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-cloud-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const keysOf = async ({ ask }: Pick<RunningCloud, 'ask'>) =>
  ((await ask('GET /_control/devices')).json as { devices: { connectionKey: string }[] }).devices.map(
    ({ connectionKey }) => connectionKey,
  );

describe('the control surface', () => {
  test('the two demo devices exist from the start', async () => {
    const { ask } = await startCloud();
    const firmware = expect.stringMatching(/^4\.\d+\.\d+$/);
    expect((await ask('GET /_control/devices')).json).toEqual({
      devices: [
        { connectionKey: 'DemoHandy1', model: 'handy', madeBy: 'demo', connected: true, firmware },
        { connectionKey: 'DemoOh0001', model: 'oh', madeBy: 'demo', connected: true, firmware },
      ],
    });
    const oh = await ask('GET /capabilities', { headers: { 'x-connection-key': 'DemoOh0001' } });
    expect(oh.json).toMatchObject({ result: { slider: 0, lra: 1, battery: true } });
  });

  test('a device is created with or without a key, listed, cut off, restored and removed', async () => {
    const cloud = await startCloud();
    const { ask } = cloud;
    expect(
      await ask('POST /_control/devices', json({ model: 'handy-2-pro', connectionKey: 'MyDevice01' })),
    ).toMatchObject({
      status: 201,
      json: { connectionKey: 'MyDevice01', model: 'handy-2-pro', madeBy: 'control', connected: true },
    });
    const unnamed = await ask('POST /_control/devices', json({ model: 'oh' }));
    expect(unnamed.json).toMatchObject({ connectionKey: expect.stringMatching(/^[a-zA-Z0-9]{12}$/) });
    expect(await keysOf(cloud)).toHaveLength(4);

    const mine = { headers: { 'x-connection-key': 'MyDevice01' } };
    const cut = await ask('PUT /_control/devices/MyDevice01/connected', json({ connected: false }));
    expect(cut).toMatchObject({ status: 200, json: { connected: false } });
    expect((await ask('GET /info', mine)).json).toMatchObject({ error: { code: 1001 } });
    await ask('PUT /_control/devices/MyDevice01/connected', json({ connected: true }));
    expect((await ask('GET /info', mine)).json).toMatchObject({ result: { hw_model_no: 4 } });

    expect(await ask('DELETE /_control/devices/MyDevice01')).toMatchObject({ status: 204, text: '' });
    expect((await ask('GET /connected', mine)).json).toEqual({ result: { connected: false, known: false } });
    expect((await ask('DELETE /_control/devices/MyDevice01')).status).toBe(404);
  });

  test('the snapshot of a device ignores its faults; one that is offline has none', async () => {
    const { ask } = await startCloud({}, createFakeTime());
    const now = (path: string, key = 'DemoHandy1') => ask(`GET /_control/devices/${key}/now${path}`);
    await ask('PUT /hamp/start');
    await ask('PUT /_control/devices/DemoHandy1/faults', json({ lostCommands: 1, serverErrors: 1 }));
    expect(await now('/hamp/state')).toMatchObject({ status: 200, json: { play_state: 1 } });
    expect((await now('/slider/state')).json).toMatchObject({ position_absolute: expect.any(Number) });
    expect(await now('/slider/state', 'DemoOh0001')).toMatchObject({
      status: 409,
      json: { error: { message: expect.stringContaining('refused') } },
    });
    expect((await now('/hamp/state', 'Nobody001')).status).toBe(404);
    await ask('PUT /_control/devices/DemoHandy1/connected', json({ connected: false }));
    expect((await now('/hamp/state')).status).toBe(409);
    // Calls that the cloud answers itself, and calls that change something, are not part of a snapshot.
    expect((await now('/connected')).status).toBe(404);
    expect((await now('/hamp/start')).status).toBe(404);
  });

  test('the faults of a link are set, read and removed, and apply to calls', async () => {
    const time = createFakeTime();
    const { ask } = await startCloud({}, time);
    const path = '/_control/devices/DemoHandy1/faults';
    expect((await ask(`GET ${path}`)).json).toMatchObject({ roundTripMs: 0, lostAnswers: 0 });
    expect(await ask(`PUT ${path}`, json({ lostAnswers: 1 }))).toMatchObject({ status: 200, json: { lostAnswers: 1 } });
    let answer: unknown;
    const lost = ask('PUT /hamp/start').then(({ json: body }) => {
      answer = body;
    });
    while (answer === undefined) await time.run(1_000);
    await lost;
    expect(answer).toMatchObject({ error: { code: 1002, connected: true } });
    await ask(`PUT ${path}`, json({}));
    expect((await ask('GET /hamp/state')).json).toMatchObject({ result: { play_state: 1 } });
    expect(await ask(`PUT ${path}`, json({ lostAnswers: 5 }))).toMatchObject({
      status: 400,
      json: { error: { message: 'lostAnswers must be a number from 0 to 1' } },
    });
    expect((await ask('PUT /_control/devices/NobodyHere1/faults', json({}))).status).toBe(404);
    expect((await ask('GET /_control/devices/NobodyHere1/faults')).status).toBe(404);
  });

  test('invalid requests are refused with a sentence', async () => {
    const { ask, cloud } = await startCloud();
    cloud.link(testDevice({ connectionKey: 'LinkedOne1' }));
    const problem = async (order: unknown) => {
      const answer = await ask('POST /_control/devices', json(order));
      return [answer.status, (answer.json as { error: { message: string } }).error.message];
    };
    expect(await problem({ model: 'rocket' })).toEqual([400, expect.stringMatching(/^model must be one of handy,/)]);
    expect(await problem([])).toEqual([400, 'The body must be a JSON object']);
    expect(await problem({ model: 'oh', connectionKey: 'no' })).toEqual([
      400,
      'connectionKey must be 5 to 64 letters and digits',
    ]);
    expect(await problem({ model: 'oh', connectionKey: 'DemoHandy1' })).toEqual([409, 'The connection key is taken']);
    expect(await problem({ model: 'oh', connectionKey: 'LinkedOne1' })).toEqual([409, 'The connection key is taken']);
    const connected = (key: string, body: unknown) => ask(`PUT /_control/devices/${key}/connected`, json(body));
    expect((await connected('DemoHandy1', { connected: 'yes' })).status).toBe(400);
    expect((await connected('NobodyHere1', { connected: true })).status).toBe(404);
    const broken = { body: '{"model"', headers: { 'content-type': 'application/json' } };
    expect(await ask('POST /_control/devices', broken)).toMatchObject({ status: 400, json: { error: {} } });
  });

  test('without a token only this machine has access, and not through a proxy', async () => {
    const { ask } = await startCloud({ siteUrl: 'https://tactus.example.org', control: true });
    expect((await ask('GET /_control/devices')).status).toBe(200);
    for (const headers of [{ host: 'tactus.example.org' }, { 'x-forwarded-for': '10.0.0.1' }, { forwarded: 'for=1' }])
      expect((await ask('GET /_control/devices', { headers: headers as Record<string, string> })).status).not.toBe(200);
  });

  test('with a token it accepts the token alone, and switched off it does not exist', async () => {
    const { ask } = await startCloud({ control: true, controlToken: 'operator', loopbackOnly: false });
    const get = (headers: Record<string, string>) => ask('GET /_control/devices', { headers });
    expect((await get({})).status).toBe(401);
    expect((await get({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await get({ authorization: 'Bearer operator', 'x-forwarded-for': '10.0.0.1' })).status).toBe(200);
    const off = await startCloud({ control: false });
    expect(await off.ask('GET /_control/devices')).toMatchObject({
      status: 404,
      json: { error: { name: 'NotFound' } },
    });
  });

  test('where others reach the cloud there are no demo devices', async () => {
    const { ask } = await startCloud({ loopbackOnly: false });
    expect((await ask('GET /connected')).json).toEqual({ result: { connected: false, known: false } });
  });
});

describe('trying a virtual device', () => {
  test('a device is created with a random key and the requested model', async () => {
    const { ask } = await startCloud();
    const answers = [
      await ask('POST /api/tactus/virtual-devices'),
      await ask('POST /api/tactus/virtual-devices', json({})),
      await ask('POST /api/tactus/virtual-devices', json({ model: 'oh' })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const given = answers.map((answer) => answer.json as { connectionKey: string; model: string });
    expect(given.map(({ model }) => model)).toEqual(['handy', 'handy', 'oh']);
    expect(new Set(given.map(({ connectionKey }) => connectionKey)).size).toBe(3);
    for (const { connectionKey } of given) {
      expect(connectionKey).toMatch(/^[a-zA-Z0-9]{12,}$/);
      expect((await ask('GET /info', { headers: { 'x-connection-key': connectionKey } })).status).toBe(200);
    }
    expect(await ask('POST /api/tactus/virtual-devices', json({ model: 'handy-2' }))).toMatchObject({
      status: 400,
      json: { error: { message: 'model must be one of handy, oh' } },
    });
  });

  test('an address gets a number of devices an hour, then 429 with the wait', async () => {
    const time = createFakeTime();
    const { ask } = await startCloud({ rateLimitPerMinute: 240 }, time);
    const take = () => ask('POST /api/tactus/virtual-devices');
    for (let taken = 0; taken < 20; taken++) expect((await take()).status).toBe(201);
    await time.run(60_000);
    expect(await take()).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3540' },
      json: { error: { name: 'TooManyRequests', message: 'No more than 20 virtual devices an hour; try again later' } },
    });
    await time.run(3_540_000);
    expect((await take()).status).toBe(201);
  });

  test('of a thousand the oldest that never moved and is not in use makes room, and then the server reports that it is full', async () => {
    const { cloud, ask } = await startCloud();
    const take = () =>
      cloud.inject({ method: 'POST', url: '/api/tactus/virtual-devices', headers: { host: 'localhost' } });
    const asOwner = (key: string) => ({ host: 'localhost', 'x-api-key': 'any-id', 'x-connection-key': key });
    const move = (key: string) =>
      cloud.inject({ method: 'PUT', url: '/api/handy-rest/v3/hamp/start', headers: asOwner(key) });
    const taken: string[] = [];
    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(Array.from({ length: 50 }, take));
      for (const answer of answers) taken.push((answer.json() as { connectionKey: string }).connectionKey);
    }
    const [moved = '', lent = '', oldest = '', next = '', ...others] = taken;
    await move(moved);
    const share = { headers: { ...asOwner(lent), 'content-type': 'application/json' }, body: '{}' };
    expect((await ask('POST /api/tactus/shares', share)).status).toBe(201);
    expect((await take()).statusCode).toBe(201);
    const keys = await keysOf({ ask });
    expect([moved, lent, oldest, next].map((key) => keys.includes(key))).toEqual([true, true, false, true]);
    const made = keys.filter((key) => !taken.includes(key));
    await Promise.all([next, ...others, ...made].map(move));
    const full = await take();
    expect([full.statusCode, full.headers['retry-after']]).toEqual([429, '3600']);
    expect(full.json()).toMatchObject({
      error: { message: 'This server has no room for another virtual device at the moment' },
    });
  });

  test('devices of the app and of operators survive a restart; removed ones do not', async () => {
    const dataDir = newFolder();
    const first = await startCloud({ dataDir });
    const taken = (await first.ask('POST /api/tactus/virtual-devices')).json as { connectionKey: string };
    await first.ask('POST /_control/devices', json({ model: 'oh', connectionKey: 'Operator01' }));
    await first.ask('POST /_control/devices', json({ model: 'oh', connectionKey: 'Operator02' }));
    await first.ask('DELETE /_control/devices/Operator02');
    await first.cloud.close();
    expect((await keysOf(await startCloud({ dataDir }))).toSorted()).toEqual(
      ['DemoHandy1', 'DemoOh0001', 'Operator01', taken.connectionKey].toSorted(),
    );
  });

  test('a device of the app without a use in 30 days is removed; used ones, demo devices and those of operators stay', async () => {
    const time = createFakeTime();
    const dataDir = newFolder();
    const cloud = await startCloud({ dataDir }, time);
    const take = async () =>
      ((await cloud.ask('POST /api/tactus/virtual-devices')).json as { connectionKey: string }).connectionKey;
    const [idle, used] = [await take(), await take()];
    await cloud.ask('POST /_control/devices', json({ model: 'oh', connectionKey: 'Operator01' }));
    // Promises settle every six hours: to let them settle at each timer of a month takes longer than all other tests here.
    const pass = async (days: number) => {
      for (let quarter = 0; quarter < 4 * days; quarter++) {
        time.advance(DAY_MS / 4);
        await time.settle();
      }
    };
    await pass(20);
    await cloud.ask('GET /info', { headers: { 'x-connection-key': used } });
    await pass(11);
    await expect.poll(() => keysOf(cloud)).not.toContain(idle);
    const left = await keysOf(cloud);
    expect(left).toEqual(expect.arrayContaining([used, 'Operator01', 'DemoHandy1', 'DemoOh0001']));
    await cloud.cloud.close();
    time.advance(20 * DAY_MS);
    expect(await keysOf(await startCloud({ dataDir }, time))).not.toContain(used);
  });
});
