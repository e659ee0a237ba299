/** Requests that are large enough for another thread are answered as small ones are. */
import { expect, test } from 'vitest';
import { startCloud } from './running-cloud.ts';

const CSV = Array.from({ length: 20_000 }, (_, index) => `${index * 10},${index % 100}\n`).join('');
const SETUP = 'PUT /hssp/setup';
const setup = (csv: string) => JSON.stringify({ csv });

test('a script inside a request is set up, whatever its size, and refused with the same words', async () => {
  const { ask } = await startCloud();
  for (const csv of [CSV.slice(0, CSV.indexOf('2000,')), CSV])
    expect((await ask(SETUP, { body: setup(csv) })).json).toMatchObject({ result: { play_state: 2, points: 100 } });
  expect((await ask('PUT /hssp/play', { body: `{"start_time":0,"server_time":${Date.now()}}` })).json).toMatchObject({
    result: { play_state: 1 },
  });
  for (const bad of ['no', 'no'.repeat(50_000)])
    expect((await ask(SETUP, { body: setup(bad) })).json).toMatchObject({
      error: { code: 4002, message: 'Invalid CSV' },
    });
  for (const blanks of [0, 100_000]) {
    const body = (text: string) => text + ' '.repeat(blanks);
    const unread = await ask(SETUP, { body: body('{"csv":') });
    expect([unread.status, unread.text]).toEqual([400, expect.stringContaining('The body is not valid JSON')]);
    expect((await ask(SETUP, { body: body('{}') })).text).toContain('Give one of url, csv or actions');
    expect((await ask('PUT /hamp/velocity', { body: body('{"velocity":0.4}') })).status).toBe(200);
    expect((await ask('POST /api/tactus/streams', { body: body('{"points":[{"t":0,"x":5}]}') })).status).toBe(201);
    expect((await ask('POST /api/tactus/streams', { body: body('{"points":7}') })).status).toBe(400);
  }
});

test('a large request that is sent twice under one key is executed once, and a different one is refused', async () => {
  const { ask } = await startCloud();
  const headers = { 'idempotency-key': 'one' };
  const first = await ask(SETUP, { body: setup(CSV), headers });
  expect(await ask(SETUP, { body: setup(CSV), headers })).toMatchObject({ status: 200, json: first.json });
  expect((await ask(SETUP, { body: setup(`${CSV}999999,1\n`), headers })).status).toBe(422);
});

test('the bytes and the parsing time of one address in an hour are limited, and small requests pass', async () => {
  const limited = { rateLimitPerMinute: 1_000, uploadBytesPerHour: 200_000, uploadsPerHour: 100 };
  const { ask } = await startCloud(limited);
  const large = { body: `${'{"velocity":0.4}'}${' '.repeat(100_000)}` };
  for (let sent = 0; sent < 2; sent += 1) expect((await ask('PUT /hamp/velocity', large)).status).toBe(200);
  const refused = await ask('PUT /hamp/velocity', large);
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(refused.text).toContain('an hour are read from one address');
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const upload = await ask('POST /api/script/v0/temp/upload', { headers: form, body: '--b--\r\n' });
  expect(upload).toMatchObject({ status: 429, json: { error: expect.stringContaining('an hour') } });
  expect((await ask('PUT /hamp/velocity', { body: '{"velocity":0.5}' })).status).toBe(200);

  const slow = await startCloud({ ...limited, uploadBytesPerHour: 0, parseMsPerHour: 1 });
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 100)
    statuses.push((await slow.ask(SETUP, { body: setup(CSV) })).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
