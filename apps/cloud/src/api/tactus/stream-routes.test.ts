import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createCloud } from '../../cloud.ts';
import { type CloudConfig, defaultConfig } from '../../config/config.ts';

interface RequestOptions {
  readonly body?: unknown;
  readonly secret?: string;
  /** The address of the client. */
  readonly from?: string;
}

async function startCloud(changes: Partial<CloudConfig> = {}) {
  const time = createFakeTime();
  const config = defaultConfig({ dataDir: ':memory:', rateLimitPerMinute: 0, ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());

  async function send(line: string, { body, secret, from = '127.0.0.1' }: RequestOptions = {}) {
    const [method = '', path = ''] = line.split(' ');
    const answer = await cloud.inject({
      method: method as 'GET', // the tests name HTTP's own methods
      url: `/api/tactus/streams${path}`,
      headers: { host: 'localhost', ...(secret !== undefined && { authorization: `Bearer ${secret}` }) },
      remoteAddress: from,
      ...(body !== undefined && { payload: body as object }),
    });
    const json: unknown = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, headers: answer.headers, json };
  }

  async function make(body?: unknown) {
    const answer = await send('POST ', body === undefined ? {} : { body });
    expect(answer.status).toBe(201);
    return answer.json as { stream_ref: string; secret: string };
  }
  return { send, make, time };
}

const wrong = (message: string) => ({ status: 400, json: { error: { name: 'BadRequest', message } } });

test('a stream is made, appended to, read, closed and removed', async () => {
  const { send, make } = await startCloud();
  const { stream_ref, secret } = await make();
  expect(stream_ref).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  const path = `/${stream_ref}`;
  expect((await send(`GET ${path}`, { secret })).json).toEqual({ points: 0, closed: false, last_point_time: null });
  const added = await send(`POST ${path}/points`, {
    secret,
    body: {
      points: [
        { t: 0, x: 0 },
        { t: 500, x: 100 },
      ],
    },
  });
  expect(added).toMatchObject({ status: 200, json: { points: 2 }, headers: { 'cache-control': 'no-store' } });
  expect(await send(`POST ${path}/close`, { secret })).toMatchObject({ status: 204 });
  expect(await send(`POST ${path}/close`, { secret })).toMatchObject({ status: 204 });
  expect((await send(`GET ${path}`, { secret })).json).toEqual({ points: 2, closed: true, last_point_time: 500 });
  expect(await send(`POST ${path}/points`, { secret, body: { points: [{ t: 900, x: 1 }] } })).toMatchObject({
    status: 409,
    json: { error: { name: 'Conflict', message: 'The stream is closed and takes no more points' } },
  });
  expect(await send(`DELETE ${path}`, { secret })).toMatchObject({ status: 204 });
  expect(await send(`GET ${path}`, { secret })).toMatchObject({ status: 404 });
});

test('a stream may be made with its first points', async () => {
  const { send, make } = await startCloud();
  const { stream_ref, secret } = await make({ points: [{ t: 10, x: 5 }] });
  expect((await send(`GET /${stream_ref}`, { secret })).json).toMatchObject({ points: 1, last_point_time: 10 });
});

test('a wrong secret, none and an unknown stream are answered alike', async () => {
  const { send, make } = await startCloud();
  const { stream_ref, secret } = await make();
  const other = await make();
  const answers = [
    await send(`GET /${stream_ref}`),
    await send(`GET /${stream_ref}`, { secret: other.secret }),
    await send('GET /01J00000000000000000000000', { secret }),
    await send(`POST /${stream_ref}/points`, { secret: 'wrong', body: { points: 'nonsense' } }),
    await send(`POST /${stream_ref}/close`, { secret: 'wrong' }),
    await send(`DELETE /${stream_ref}`, { secret: 'wrong' }),
  ];
  const message = 'There is no such stream, or the secret is not its own';
  for (const { status, json } of answers)
    expect([status, json]).toEqual([404, { error: { name: 'NotFound', message } }]);
});

test('bad points are refused with a sentence that names the point and the fault, and none is stored', async () => {
  const { send, make } = await startCloud();
  const { stream_ref, secret } = await make({ points: [{ t: 1_000, x: 0 }] });
  const add = (points: unknown) => send(`POST /${stream_ref}/points`, { secret, body: { points } });
  const good = { t: 1_001, x: 0 };
  const time = (index: number) => wrong(`points[${index}].t must be a whole number of ms, 0 or more`);
  const place = (index: number) => wrong(`points[${index}].x must be a whole number from 0 to 100`);
  expect(await add([good, { t: -1, x: 0 }])).toMatchObject(time(1));
  expect(await add([{ t: 1.5, x: 0 }])).toMatchObject(time(0));
  expect(await add([null])).toMatchObject(time(0));
  expect(await add([{ t: 2_000, x: 101 }])).toMatchObject(place(0));
  expect(await add([good, { t: 2_000 }])).toMatchObject(place(1));
  expect(await add([good, good])).toMatchObject(
    wrong('points[1].t must be later than the 1001 ms of the point before it'),
  );
  expect(await add([{ t: 1_000, x: 0 }])).toMatchObject(
    wrong("points[0].t must be later than the 1000 ms of the stream's last point"),
  );
  for (const many of ['all', Array.from({ length: 1_001 }, (_, index) => ({ t: 2_000 + index, x: 0 }))])
    expect(await add(many)).toMatchObject(wrong('points must be a list of at most 1000 points'));
  expect(await send(`POST /${stream_ref}/points`, { secret, body: {} })).toMatchObject(
    wrong('points must be a list of points'),
  );
  expect(await send('POST ', { body: { points: [{ t: 0, x: 0.5 }] } })).toMatchObject(place(0));
  expect((await send(`GET /${stream_ref}`, { secret })).json).toMatchObject({ points: 1 });
});

test('streams are removed a day after their last use', async () => {
  const { send, make, time } = await startCloud();
  const { stream_ref, secret } = await make();
  await time.run(24 * 60 * 60 * 1_000 - 1);
  expect((await send(`GET /${stream_ref}`, { secret })).status).toBe(200);
  await time.run(24 * 60 * 60 * 1_000);
  expect((await send(`GET /${stream_ref}`, { secret })).status).toBe(404);
});

test('an address makes no more than 40 streams an hour', async () => {
  const { send, make, time } = await startCloud({ rateLimitPerMinute: 240 });
  for (let made = 0; made < 40; made++) await make();
  const refused = await send('POST ');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
  time.advance(60 * 60 * 1_000);
  await make();
});

test('an address has as many points as it leaves to others, and one full stream in any case, until it removes some', async () => {
  const capacity = { ...defaultConfig({}).capacity, streamPoints: 100, pointsPerStream: 20 };
  const { send } = await startCloud({ rateLimitPerMinute: 240, capacity });
  const points = Array.from({ length: 10 }, (_, index) => ({ t: index, x: 50 }));
  const make = async (from: string) => {
    const { status, json } = await send('POST ', { from, body: { points } });
    return { status, ...(json as { stream_ref: string; secret: string; error: unknown }) };
  };
  const statuses = async (from: string, count: number) => {
    const found: number[] = [];
    for (let made = 0; made < count; made++) found.push((await make(from)).status);
    return found;
  };
  const first = await make('192.0.2.1');
  expect(await statuses('192.0.2.1', 5)).toEqual([201, 201, 201, 201, 507]);
  const refused = { name: 'InsufficientStorage', message: expect.stringContaining('remove a stream first') };
  expect((await make('192.0.2.1')).error).toEqual(refused);
  expect(await statuses('2001:db8::1', 2)).toEqual([201, 201]);
  expect(await statuses('2001:db8:0:1::1', 1)).toEqual([507]);
  expect(await statuses('192.0.2.3', 3)).toEqual([201, 201, 507]);

  const { stream_ref, secret } = first;
  await send(`DELETE /${stream_ref}`, { secret });
  expect(await statuses('192.0.2.4', 1)).toEqual([201]);
});

test('a live stream of a hundred points a second goes on for hours', async () => {
  const { make, send } = await startCloud({ rateLimitPerMinute: 240 });
  const { stream_ref, secret } = await make();
  for (let sent = 0; sent < 210; sent++) {
    const points = Array.from({ length: 1_000 }, (_, index) => ({ t: (sent * 1_000 + index) * 10, x: 50 }));
    expect((await send(`POST /${stream_ref}/points`, { secret, body: { points } })).status).toBe(200);
  }
});

test("the vendor's cloud has no such streams", async () => {
  const { send } = await startCloud({ profile: 'vendor' });
  expect((await send('POST ')).status).toBe(404);
  expect((await send('GET /01J00000000000000000000000')).status).toBe(404);
});
