import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import type { Fetch } from '../client/client.ts';
import { browserFetch } from '../testing/browser-fetch.ts';
import { jsonResponse } from '../testing/scripted-cloud.ts';
import { failureOf } from '../testing/scripted-device.ts';
import { fetchScript } from './fetch-script.ts';
import { uploadScript } from './upload-script.ts';

const CSV = '0,0\n500,100\n';
const answering = (response: Response) => async () => response;

test("a browser's own `fetch` uploads and fetches scripts", async () => {
  const answers = [jsonResponse({ url: '/a' }), new Response(CSV, { headers: { 'content-type': 'text/csv' } })];
  const fetch = browserFetch(async () => answers.shift() ?? Response.error());
  expect(await uploadScript({ scriptHost: '/s', text: CSV, fetch })).toBe('/a');
  expect((await fetchScript({ url: '/a', fetch })).points).toHaveLength(2);
});

test.each([
  ['an upload', (fetch: Fetch) => uploadScript({ scriptHost: 'https://scripts.test', text: CSV, fetch })],
  ['a script that is fetched', (fetch: Fetch) => fetchScript({ url: 'https://scripts.test/a.csv', fetch })],
])('%s fails with the HTTP error of its host, as any call does', async (_, request) => {
  const failed = (body: string, init: ResponseInit) => failureOf(request(answering(new Response(body, init))));
  const host = expect.stringMatching(/^https:\/\/scripts\.test\//);
  expect(await failed('<h1>gone</h1>', { status: 404 })).toMatchObject({
    ...{ code: 'api', message: 'Not Found', cause: '<h1>gone</h1>' },
    http: { kind: 'api', url: host, status: 404, statusText: 'Not Found', body: '<h1>gone</h1>' },
  });
  expect(await failed('down', { status: 520 })).toMatchObject({
    ...{ code: 'http', message: 'HTTP status 520: down' },
    http: { kind: 'http', url: host, status: 520, statusText: '', body: 'down' },
  });
  const headers = { 'content-type': 'application/json', 'retry-after': '30' };
  expect(await failed('{"error":"Too many"}', { status: 429, headers })).toMatchObject({
    ...{ code: 'rate-limited', message: 'Too many', retryAfterMs: 30_000 },
    http: { status: 429, statusText: 'Too Many Requests', body: { error: 'Too many' } },
  });
});

describe('an upload', () => {
  test('is a multipart form with the file, and returns the address', async () => {
    const sent: { url: string; init: RequestInit }[] = [];
    const url = await uploadScript({
      scriptHost: 'https://scripts.test/',
      text: CSV,
      async fetch(address, init) {
        sent.push({ url: address, init });
        return jsonResponse({ url: 'https://scripts.test/a.csv' });
      },
    });
    expect(url).toBe('https://scripts.test/a.csv');
    expect(sent[0]).toMatchObject({
      url: 'https://scripts.test/temp/upload',
      init: { method: 'POST', headers: { Accept: 'application/json' }, credentials: 'omit' },
    });
    const file = (sent[0]!.init.body as FormData).get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['script.csv', 'text/csv', CSV]);
  });

  const upload = (response: Response) =>
    uploadScript({ scriptHost: '/s', text: CSV, fileName: 'a.funscript', fetch: answering(response) });

  test('that is answered with an error throws its message, whatever its status', async () => {
    expect(await failureOf(upload(jsonResponse({ error: 'Too big' })))).toMatchObject({
      code: 'refused',
      message: 'Too big',
    });
    expect(await failureOf(upload(jsonResponse({ error: 'Too many' }, 429)))).toMatchObject({
      code: 'rate-limited',
      message: 'Too many',
      http: { status: 429 },
    });
    expect(await failureOf(upload(new Response('x', { status: 503 })))).toMatchObject({
      message: 'Service Unavailable',
    });
  });

  test.each([
    ['an object with a message', { error: { message: 'Too big' } }, 'Too big'],
    [
      'an object in the form of device calls',
      { error: { code: 7, name: 'X', message: 'Too big', connected: true } },
      'Too big',
    ],
    ['an object with a name alone', { error: { name: 'FileTooBig' } }, 'FileTooBig'],
    ['an object without a text', { error: {} }, 'Refused'],
    ['an error beside an address', { url: 'https://scripts.test/a.csv', error: { message: 'Too big' } }, 'Too big'],
  ])('whose error is %s throws its text, whatever its status', async (_, answer, message) => {
    expect(await failureOf(upload(jsonResponse(answer)))).toMatchObject({ code: 'refused', message });
    expect(await failureOf(upload(jsonResponse(answer, 400)))).toMatchObject({ code: 'api', message });
  });

  test('reads the answer of its host whatever its content type is', async () => {
    const typed = (body: string, status: number) =>
      new Response(body, { status, headers: { 'content-type': 'text/html' } });
    expect(await upload(typed('{"url":"https://scripts.test/a.csv"}', 200))).toBe('https://scripts.test/a.csv');
    expect(await failureOf(upload(typed('{"error":"Too big"}', 413)))).toMatchObject({
      code: 'api',
      message: 'Too big',
    });
  });

  test.each([null, '', undefined])('with an error of %j beside its address succeeds', async (error) => {
    expect(await upload(jsonResponse({ url: 'https://scripts.test/a.csv', error }))).toBe('https://scripts.test/a.csv');
  });

  test.each([
    ['fractions', '# a film\n0.4,0\n499.6,99.9\n'],
    ['exponents', '0e0,0\n5e2,1e2\n'],
    ['trailing commas', '0,0, \r\n500,100,\r\n'],
  ])('of a CSV with %s has whole numbers', async (_, text) => {
    const sent: unknown[] = [];
    const fetch = async (_url: string, { body }: RequestInit) => {
      sent.push(await ((body as FormData).get('file') as File).text());
      return jsonResponse({ url: 'https://scripts.test/a.csv' });
    };
    await uploadScript({ scriptHost: '/s', text, fetch });
    expect(sent).toEqual(['#time ms,position percent\n0,0\n500,100\n']);
    for (const plain of ['#1.5 e,\n0,0\n500,100\n', 'no.script']) {
      await uploadScript({ scriptHost: '/s', text: plain, fetch });
      expect(sent.pop()).toBe(plain);
    }
  });

  test("with an empty answer is 'No result', and one that cannot be sent is a network error", async () => {
    expect(await failureOf(upload(jsonResponse({})))).toMatchObject({ code: 'no-result', message: 'No result' });
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failureOf(uploadScript({ scriptHost: '/s', text: CSV, fetch }))).toMatchObject({ code: 'network' });
  });

  test.each([
    [CSV, 60_000],
    [`${CSV}${'#'.repeat(100_000)}`, 110_000],
  ])('without an answer ends once even a slow line would have carried it', async (text, withinMs) => {
    const time = createFakeTime();
    let sent: AbortSignal | null | undefined;
    const fetch: Fetch = (_, { signal }) => {
      sent = signal;
      return new Promise(() => undefined);
    };
    const failure = failureOf(uploadScript({ scriptHost: '/s', text, fetch, time }));
    await time.run(withinMs - 100);
    expect(sent?.aborted).toBe(false);
    await time.run(200);
    expect(await failure).toMatchObject({ code: 'timeout' });
    expect(sent?.aborted).toBe(true);
  });

  test('can be cancelled', async () => {
    const controller = new AbortController();
    const fetch = () => {
      controller.abort();
      return Promise.reject(new DOMException('x', 'AbortError'));
    };
    const failure = await failureOf(uploadScript({ scriptHost: '/s', text: CSV, fetch, signal: controller.signal }));
    expect(failure).toMatchObject({ code: 'aborted', message: 'Request aborted' });
  });
});

describe('a script that is fetched', () => {
  const get = (body: string, type: string, status = 200) =>
    fetchScript({
      url: 'https://scripts.test/a?token=secret',
      fetch: answering(new Response(body, { status, headers: { 'content-type': type } })),
    });

  test('is read by its content type', async () => {
    expect((await get(CSV, 'text/csv')).points).toHaveLength(2);
    expect((await get('{"actions":[{"at":0,"pos":1},{"at":9,"pos":2}]}', 'application/json')).points).toHaveLength(2);
  });

  test("of another type is 'Invalid type', and an invalid one has the specification's text", async () => {
    expect(await failureOf(get(CSV, 'video/mp4'))).toMatchObject({ code: 'bad-input', message: 'Invalid type' });
    expect(await failureOf(get('0,a\n', 'text/csv'))).toMatchObject({ message: 'Invalid CSV' });
    expect(await failureOf(get('{', 'application/json'))).toMatchObject({ message: 'Invalid Json in script' });
    expect(await failureOf(get('{"actions":[{"at":0,"pos":1}]}', 'application/json'))).toMatchObject({
      message: 'Need at least 2 points',
    });
  });

  test('that its host refuses is the HTTP error, with no token in its address', async () => {
    const failure = await failureOf(get('', 'text/plain', 404));
    expect(failure).toMatchObject({ code: 'api', http: { status: 404, url: 'https://scripts.test/a?token=***' } });
    expect(await failureOf(get('', 'text/plain', 599))).toMatchObject({ code: 'http', message: 'HTTP status 599' });
  });

  test('can be cancelled, and a broken connection is a network error', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    expect(await failureOf(fetchScript({ url: '/a', fetch }))).toMatchObject({ code: 'network' });
    expect(await failureOf(fetchScript({ url: '/a', fetch, signal: AbortSignal.abort() }))).toMatchObject({
      message: 'Request aborted',
    });
  });
});
