import { request } from 'node:http';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Cloud, createCloud } from '../../cloud.ts';
import { type CloudConfig, defaultConfig } from '../../config/config.ts';
import { SCRIPT_LIFETIME_MS } from '../../features/scripts/script-store.ts';

const UPLOAD = '/api/script/v0/temp/upload';
const CSV = '#a comment\n0,1\r\n100,99\n200,5';
const STORED_CSV = '0,1\n100,99\n200,5\n';
const FUNSCRIPT = '{"version":"1.0","actions":[{"at":0,"pos":5},{"at":500,"pos":95}],"metadata":{"title":"Æ"}}';

async function startCloud(changes: Partial<CloudConfig> = {}) {
  const time = createFakeTime();
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  return { cloud, time };
}

interface Upload {
  readonly text: string | Uint8Array<ArrayBuffer>;
  readonly name?: string;
  readonly type?: string;
  readonly field?: string;
}

const formOf = ({ text, name = 'script.csv', type = '', field = 'file' }: Upload): FormData => {
  const form = new FormData();
  form.set(field, new Blob([text], { type }), name);
  return form;
};

/** A form as a browser sends it. */
async function payloadOf(form: FormData) {
  const response = new Response(form);
  const payload = Buffer.from(await response.arrayBuffer());
  return { payload, headers: { 'content-type': response.headers.get('content-type') ?? '' } };
}

async function upload(cloud: Cloud, what: Upload, url = UPLOAD) {
  return cloud.inject({ method: 'POST', url, ...(await payloadOf(formOf(what))) });
}

/** The path of an uploaded script. */
async function pathOf(cloud: Cloud, what: Upload): Promise<string> {
  const { url } = (await upload(cloud, what)).json() as { url: string };
  return new URL(url).pathname;
}

describe('an upload', () => {
  test.each([UPLOAD, '/api/hosting/v2/upload'])(
    'to %s is answered with an absolute URL that serves it',
    async (url) => {
      const { cloud } = await startCloud();
      const answer = await upload(cloud, { text: CSV }, url);
      expect(answer.statusCode).toBe(200);
      const { url: stored } = answer.json() as { url: string };
      expect(stored).toMatch(/^http:\/\/localhost:80\/api\/script\/v0\/temp\/[A-Za-z0-9_-]{43}\.csv$/);
      expect((await cloud.inject(new URL(stored).pathname)).body).toBe(STORED_CSV);
    },
  );

  test('names the configured site', async () => {
    const { cloud } = await startCloud({ siteUrl: 'https://tactus.example.org' });
    expect((await upload(cloud, { text: CSV })).json()).toEqual({
      url: expect.stringMatching(/^https:\/\/tactus\.example\.org\/api\/script\/v0\/temp\/.{43}\.csv$/),
    });
  });

  test.each([
    ['script.csv', '', CSV, 'csv'],
    ['SCRIPT.CSV', 'application/vnd.ms-excel', CSV, 'csv'],
    ['blob', 'text/csv', CSV, 'csv'],
    ['blob', 'application/octet-stream', CSV, 'csv'],
    ['a.funscript', '', FUNSCRIPT, 'funscript'],
    ['a.funscript', 'application/octet-stream', FUNSCRIPT, 'funscript'],
    ['a.json', 'application/json', FUNSCRIPT, 'funscript'],
    ['blob', 'text/plain', FUNSCRIPT, 'funscript'],
  ])('named %s of type %j is taken for what it is', async (name, type, text, kind) => {
    const { cloud } = await startCloud();
    expect(await pathOf(cloud, { text, name, type })).toMatch(new RegExp(`\\.${kind}$`));
  });

  test('of a funscript is served unchanged, byte-order mark included', async () => {
    const { cloud } = await startCloud();
    for (const text of [FUNSCRIPT, `\uFEFF ${FUNSCRIPT}\n`]) {
      const answer = await cloud.inject(await pathOf(cloud, { text, name: 'a.funscript' }));
      expect(answer.rawPayload).toEqual(Buffer.from(text));
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  test('of the same content gives the same URL', async () => {
    const { cloud } = await startCloud();
    const first = await pathOf(cloud, { text: CSV });
    expect(await pathOf(cloud, { text: STORED_CSV, name: 'other.csv' })).toBe(first);
    expect(await pathOf(cloud, { text: `${CSV}\n300,1` })).not.toBe(first);
  });

  test.each([
    ['Invalid CSV', { text: '0,1\n' }],
    ['Invalid CSV', { text: FUNSCRIPT }],
    ['Invalid CSV', { text: new Uint8Array([0xff, 0xfe, 0x00]) }],
    ['Invalid Json in script', { text: '{"actions":', name: 'a.funscript' }],
    ['Need at least 2 points', { text: '{"actions":[{"at":0,"pos":5}]}', name: 'a.funscript' }],
    ['Invalid type', { text: CSV, name: 'film.mp4', type: 'video/mp4' }],
    ['The upload has no file in the field "file"', { text: CSV, field: 'syncFile' }],
  ])('is refused with the specification’s text: %s', async (error, what) => {
    const { cloud } = await startCloud();
    const answer = await upload(cloud, what);
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
  });

  test.each([
    ['application/json', '{"file":"x"}', 'The upload must be multipart/form-data'],
    ['text/csv', CSV, 'The upload must be multipart/form-data'],
    ['json', '{"file":"x"}', 'The upload must be multipart/form-data'],
    ['', CSV, 'The upload must be multipart/form-data'],
    ['multipart/', CSV, 'The upload must be multipart/form-data'],
    ['multipart/form-data;', CSV, 'The upload is not a valid multipart/form-data body'],
    ['multipart/form-data; ;=', CSV, 'The upload is not a valid multipart/form-data body'],
    ['multipart/form-data', 'x', 'The upload is not a valid multipart/form-data body'],
    ['multipart/form-data; boundary=b', '--b\r\nno end', 'The upload is not a valid multipart/form-data body'],
    ['multipart/form-data; boundary=b', '', 'The upload has no file in the field "file"'],
    ['multipart/form-data; boundary=b', '--b--\r\n', 'The upload has no file in the field "file"'],
  ])('of type %s saying %j is refused with a word why', async (type, payload, error) => {
    const { cloud } = await startCloud();
    const answer = await cloud.inject({ method: 'POST', url: UPLOAD, payload, headers: { 'content-type': type } });
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }]);
  });

  test('without a body is refused with the reason', async () => {
    const { cloud } = await startCloud();
    const answer = await cloud.inject({ method: 'POST', url: UPLOAD });
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The upload must be multipart/form-data' }]);
  });

  test('may come with other fields and files, which are ignored', async () => {
    const { cloud } = await startCloud();
    const form = formOf({ text: '0,9\n9,0\n', field: 'other' });
    form.set('note', 'x'.repeat(5_000));
    form.set('file', new Blob([CSV]), 'script.csv');
    form.append('file', new Blob(['second']), 'second.csv');
    const answer = await cloud.inject({ method: 'POST', url: UPLOAD, ...(await payloadOf(form)) });
    expect(answer.statusCode).toBe(200);
    expect((await cloud.inject(new URL((answer.json() as { url: string }).url).pathname)).body).toBe(STORED_CSV);
  });
});

describe('an upload that is too large', () => {
  const error = 'The upload is larger than 20 MiB';
  const large = new Uint8Array(20 * 1024 * 1024 + 1).fill(48);

  test('is refused with 413, with and without a content length', async () => {
    const { cloud } = await startCloud();
    const { url } = await cloud.listen();
    const answer = await fetch(url + UPLOAD, { method: 'POST', body: formOf({ text: large }) });
    expect([answer.status, await answer.json()]).toEqual([413, { error }]);

    const { payload, headers } = await payloadOf(formOf({ text: large }));
    const streamed = { method: 'POST', headers, body: new Blob([payload]).stream(), duplex: 'half' } as const;
    const unmeasured = await fetch(url + UPLOAD, streamed);
    expect([unmeasured.status, await unmeasured.json()]).toEqual([413, { error }]);

    const after = await fetch(url + UPLOAD, { method: 'POST', body: formOf({ text: CSV }) });
    expect(after.status).toBe(200);
  });

  test('in parts or in fields is refused too', async () => {
    const { cloud } = await startCloud();
    const form = new FormData();
    for (let part = 0; part < 40; part++) form.append('file', new Blob([CSV]), 'a.csv');
    const answer = await cloud.inject({ method: 'POST', url: UPLOAD, ...(await payloadOf(form)) });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({ error: expect.any(String) });
  });
});

test('one address may upload sixty times an hour, and a refusal names the wait', async () => {
  const { cloud, time } = await startCloud({ rateLimitPerMinute: 240 });
  for (let count = 0; count < 60; count++) expect((await upload(cloud, { text: CSV })).statusCode).toBe(200);
  const refused = await upload(cloud, { text: CSV }, '/api/hosting/v2/upload');
  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([
    429,
    { error: 'No more than 60 uploads an hour; try again later' },
    '3600',
  ]);
  time.advance(60 * 60 * 1_000);
  expect((await upload(cloud, { text: CSV })).statusCode).toBe(200);
});

test('TACTUS_UPLOADS_PER_HOUR sets the limit; 0 is no limit, as is a rate limit of 0', async () => {
  const count = async (changes: Partial<CloudConfig>) => {
    const { cloud } = await startCloud(changes);
    let taken = 0;
    let answer = await upload(cloud, { text: CSV });
    while (answer.statusCode === 200 && ++taken < 70) answer = await upload(cloud, { text: CSV });
    return [taken, answer.statusCode === 200 ? undefined : answer.json()];
  };
  const refused = { error: 'No more than 3 uploads an hour; try again later' };
  expect(await count({ rateLimitPerMinute: 240, uploadsPerHour: 3 })).toEqual([3, refused]);
  expect(await count({ rateLimitPerMinute: 240, uploadsPerHour: 0 })).toEqual([70, undefined]);
  expect(await count({ rateLimitPerMinute: 0, uploadsPerHour: 3 })).toEqual([70, undefined]);
});

test('an address that uploads without end takes half of the sixteen slots, and others upload meanwhile', async () => {
  const { cloud } = await startCloud();
  const { port } = await cloud.listen();
  const open = Array.from({ length: 16 }, () => {
    const upload = request({ port, host: '127.0.0.1', localAddress: '127.0.0.2', method: 'POST', path: UPLOAD });
    upload.on('error', () => undefined); // it is cut off below
    upload.setHeader('content-type', 'multipart/form-data; boundary=b');
    upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n0,1\n');
    return upload;
  });
  const answers = open.map(
    (upload) => new Promise<number>((resolve) => upload.on('response', (got) => resolve(got.statusCode ?? 0))),
  );
  const uploadFrom = async (remoteAddress: string) =>
    cloud.inject({ method: 'POST', url: UPLOAD, remoteAddress, ...(await payloadOf(formOf({ text: CSV }))) });
  const refused: number[] = [];
  for (const answer of answers) void answer.then((status) => refused.push(status));
  await expect.poll(() => refused).toEqual(Array(8).fill(503));
  const another = await uploadFrom('127.0.0.2');
  expect([another.statusCode, another.json(), another.headers['retry-after']]).toEqual([
    503,
    { error: 'Too many uploads at once; try again' },
    '1',
  ]);
  expect((await uploadFrom('127.0.0.3')).statusCode).toBe(200);
  for (const upload of open) upload.destroy();
  await expect.poll(async () => (await uploadFrom('127.0.0.2')).statusCode).toBe(200);
});

describe('a stored script', () => {
  test('may be cached, read in part, and revalidated', async () => {
    const { cloud } = await startCloud();
    const url = await pathOf(cloud, { text: CSV });
    const whole = await cloud.inject(url);
    const etag = String(whole.headers.etag);
    expect(whole.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(STORED_CSV.length),
      'cache-control': 'public, max-age=86400, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const get = async (headers: Record<string, string>) => {
      const { statusCode, body, headers: got } = await cloud.inject({ url, headers });
      return [statusCode, body, got['content-range']];
    };
    expect(await get({ 'if-none-match': etag })).toEqual([304, '', undefined]);
    expect(await get({ 'if-none-match': `"x", W/${etag}` })).toEqual([304, '', undefined]);
    expect(await get({ 'if-none-match': '"x"' })).toEqual([200, STORED_CSV, undefined]);
    expect(await get({ range: 'bytes=0-3' })).toEqual([206, '0,1\n', 'bytes 0-3/17']);
    expect(await get({ range: 'bytes=11-' })).toEqual([206, '200,5\n', 'bytes 11-16/17']);
    expect(await get({ range: 'bytes=-6' })).toEqual([206, '200,5\n', 'bytes 11-16/17']);
    expect(await get({ range: 'bytes=11-999', 'if-range': etag })).toEqual([206, '200,5\n', 'bytes 11-16/17']);
    expect(await get({ range: 'bytes=11-', 'if-range': '"x"' })).toEqual([200, STORED_CSV, undefined]);
    expect(await get({ range: 'bytes=17-' })).toEqual([416, '', 'bytes */17']);
    expect(await get({ range: 'bytes=-0' })).toEqual([416, '', 'bytes */17']);
    for (const range of ['bytes=3-1', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=x-'])
      expect([range, ...(await get({ range }))]).toEqual([range, 200, STORED_CSV, undefined]);
    const head = await cloud.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '17']);
  });

  test('is stored for a day from its last upload', async () => {
    const { cloud, time } = await startCloud();
    const url = await pathOf(cloud, { text: CSV });
    time.advance(SCRIPT_LIFETIME_MS - 1);
    expect((await cloud.inject(url)).statusCode).toBe(200);
    expect(await pathOf(cloud, { text: CSV })).toBe(url);
    time.advance(SCRIPT_LIFETIME_MS - 1);
    expect((await cloud.inject(url)).statusCode).toBe(200);
    time.advance(1);
    const gone = await cloud.inject(url);
    expect([gone.statusCode, gone.json()]).toEqual([404, { error: 'There is no such script, or no longer' }]);
    expect(gone.headers['cache-control']).toBeUndefined();
  });

  test.each(['x.csv', `${'a'.repeat(43)}.csv`, '..%2f..%2fconfig.json', `${'a'.repeat(43)}.exe`, '%00', '%'])(
    'of the name %s does not exist',
    async (name) => {
      const { cloud } = await startCloud();
      const answer = await cloud.inject(`/api/script/v0/temp/${name}`);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    },
  );
});

test('pages of every origin may upload, read the answer and read scripts', async () => {
  const { cloud } = await startCloud();
  const origin = 'https://pages.example.org';
  for (const url of [UPLOAD, '/api/hosting/v2/upload']) {
    const preflight = await cloud.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-any' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'x-any',
    });
    const { payload, headers } = await payloadOf(formOf({ text: CSV }));
    const answer = await cloud.inject({ method: 'POST', url, payload, headers: { ...headers, origin } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const script = await cloud.inject({
      url: new URL((answer.json() as { url: string }).url).pathname,
      headers: { origin },
    });
    expect([script.statusCode, script.headers['access-control-allow-origin']]).toEqual([200, origin]);
    expect(script.headers['access-control-expose-headers']).toContain('Content-Range');
  }
  const missing = await cloud.inject({ url: '/api/script/v0/temp/x.csv', headers: { origin } });
  expect([missing.statusCode, missing.headers['access-control-allow-origin']]).toEqual([404, origin]);
});
