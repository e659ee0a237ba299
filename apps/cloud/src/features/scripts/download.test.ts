/** What servers outside can do to a download: bombs, slow bodies, endless bodies, odd answers. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { SCRIPT_DOWNLOAD_MAX_MS } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { SCRIPT_LIMIT_BYTES } from './receive-download.ts';
import { CLIENT_ADDRESS, createLoading, outcomeOf } from './testing/loading.ts';

const URL_OUTSIDE = 'http://scripts.example/script.csv';
const CSV = '0,1\n100,99\n';
const TOO_LARGE = '4001 The script is larger than 32 MiB';
const BROKE_OFF = '4001 The script host could not be reached, or broke off its answer';
const OVERTIME = '4001 The script did not arrive within 10 s';

type Answer = (response: ServerResponse) => void;

async function outside(answer: Answer, time = createFakeTime()) {
  const loading = await createLoading({}, time);
  await loading.internet.serve('scripts.example', '93.184.216.34', (_request, response) => answer(response));
  return loading;
}

const head = (response: ServerResponse, headers: Readonly<Record<string, string>>) => response.writeHead(200, headers);

/** Writes without end, as fast as the other side reads; counts the bytes that it read. */
function flood(response: ServerResponse, chunk: Buffer, taken: { bytes: number }): void {
  const more = () => {
    while (!response.destroyed) {
      taken.bytes += chunk.length;
      if (!response.write(chunk)) return;
    }
  };
  response.on('drain', more);
  more();
}

describe('a body', () => {
  const packed = Buffer.alloc(SCRIPT_LIMIT_BYTES + 1, '0');

  test.each([
    ['gzip', gzipSync(packed)],
    ['x-gzip', gzipSync(packed)],
    ['deflate', deflateSync(packed)],
    ['br', brotliCompressSync(packed)],
  ])('packed with %s that grows beyond the limit is cut off', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000);
    const { outcome } = await outside((response) => head(response, { 'content-encoding': encoding }).end(bomb));
    expect(await outcome(URL_OUTSIDE)).toBe(TOO_LARGE);
  });

  test('packed twice is refused', async () => {
    const bomb = gzipSync(gzipSync(packed));
    const { outcome } = await outside((response) => head(response, { 'content-encoding': 'gzip, gzip' }).end(bomb));
    expect(await outcome(URL_OUTSIDE)).toBe('4001 The script host packs its answer in a way that is not understood');
  });

  test('that unpacks to nothing for ever is cut off by the bytes that arrive', async () => {
    const taken = { bytes: 0 };
    const nothing = gzipSync('');
    const chunk = Buffer.concat(Array.from({ length: 4_096 }, () => nothing));
    const { outcome } = await outside((response) =>
      flood(head(response, { 'content-encoding': 'gzip' }), chunk, taken),
    );
    expect(await outcome(URL_OUTSIDE)).toBe(TOO_LARGE);
    expect(taken.bytes).toBeLessThan(2 * SCRIPT_LIMIT_BYTES);
  });

  test('without end is cut off at the limit', async () => {
    const taken = { bytes: 0 };
    const chunk = Buffer.alloc(64 * 1024, '0,1\n');
    const { outcome } = await outside((response) =>
      flood(head(response, { 'content-type': 'text/csv' }), chunk, taken),
    );
    expect(await outcome(URL_OUTSIDE)).toBe(TOO_LARGE);
    expect(taken.bytes).toBeLessThan(2 * SCRIPT_LIMIT_BYTES);
  });

  test('with a stated length above the limit is not read', async () => {
    const { outcome } = await outside((response) =>
      head(response, { 'content-length': String(SCRIPT_LIMIT_BYTES + 1) }).flushHeaders(),
    );
    expect(await outcome(URL_OUTSIDE)).toBe(TOO_LARGE);
  });

  test.each([
    ['gzip', gzipSync(CSV)],
    ['GZIP', gzipSync(CSV)],
    ['deflate', deflateSync(CSV)],
    ['br', brotliCompressSync(CSV)],
    ['identity', Buffer.from(CSV)],
  ])('packed with %s is unpacked', async (encoding, body) => {
    const { outcome } = await outside((response) => head(response, { 'content-encoding': encoding }).end(body));
    expect(await outcome(URL_OUTSIDE)).toBe('2 points');
  });

  test.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['gzip', gzipSync(CSV).subarray(0, 12)],
    ['br', Buffer.from('this is no brotli')],
  ])('packed with %s and broken is a failed download', async (encoding, body) => {
    const { outcome } = await outside((response) => head(response, { 'content-encoding': encoding }).end(body));
    expect(await outcome(URL_OUTSIDE)).toBe(BROKE_OFF);
  });

  test('that ends before its length is a failed download', async () => {
    const { outcome } = await outside((response) => {
      head(response, { 'content-length': '1000', 'content-type': 'text/csv' }).write(CSV, () => response.destroy());
    });
    expect(await outcome(URL_OUTSIDE)).toBe(BROKE_OFF);
  });
});

describe('the time of a download', () => {
  test('is ten seconds, however slowly the bytes arrive', async () => {
    const time = createFakeTime();
    let dripping: ServerResponse | undefined;
    const { loader } = await outside((response) => {
      dripping = head(response, { 'content-type': 'text/csv' });
      dripping.write('0,1\n');
    }, time);
    const telling = outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS));
    await expect.poll(() => dripping).toBeDefined();
    for (let elapsedMs = 0; elapsedMs < SCRIPT_DOWNLOAD_MAX_MS; elapsedMs += 1_000) {
      dripping?.write('1,');
      await time.run(1_000);
    }
    expect(await telling).toBe(OVERTIME);
    await expect.poll(() => dripping?.destroyed).toBe(true);
    expect(time.pending()).toBe(0);
  });

  test('covers headers that never come, slow redirects, and look-ups that never end', async () => {
    const time = createFakeTime();
    let requests = 0;
    const { loader, internet } = await outside((response) => {
      requests += 1;
      if (requests === 1) response.writeHead(302, { location: '/slow' }).end();
    }, time);
    const telling = outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS));
    await expect.poll(() => requests).toBe(2);
    await time.run(SCRIPT_DOWNLOAD_MAX_MS);
    expect(await telling).toBe(OVERTIME);

    internet.network.lookup = () => new Promise<never>(() => undefined);
    const waiting = outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS));
    await time.run(SCRIPT_DOWNLOAD_MAX_MS);
    expect(await waiting).toBe(OVERTIME);
  });

  test("ends at once when the caller's signal aborts, with its reason", async () => {
    const time = createFakeTime();
    let hasRequest = false;
    const { loader } = await outside(() => {
      hasRequest = true;
    }, time);
    const leaving = new AbortController();
    const loading = loader.load(URL_OUTSIDE, CLIENT_ADDRESS, leaving.signal);
    await expect.poll(() => hasRequest).toBe(true);
    leaving.abort(new Error('gone'));
    await expect(loading).rejects.toThrow('gone');
    expect(time.pending()).toBe(0);
    await expect(loader.load(URL_OUTSIDE, CLIENT_ADDRESS, leaving.signal)).rejects.toThrow('gone');
  });

  test('ends: a ninth simultaneous download is refused, and its place is free when one ends', async () => {
    const time = createFakeTime();
    let requests = 0;
    const { loader, outcome } = await outside(() => {
      requests += 1;
    }, time);
    const eight = Array.from({ length: 8 }, () => outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS)));
    await expect.poll(() => requests).toBe(8);
    expect(await outcome(URL_OUTSIDE)).toBe('4001 Too many scripts are being downloaded; try again');
    await time.run(SCRIPT_DOWNLOAD_MAX_MS);
    expect(new Set(await Promise.all(eight))).toEqual(new Set([OVERTIME]));
    const next = outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS));
    await expect.poll(() => requests).toBe(9);
    await time.run(SCRIPT_DOWNLOAD_MAX_MS);
    expect(await next).toBe(OVERTIME);
  });
});

describe('downloads that do not end', () => {
  test('of one network leave places to others', async () => {
    const time = createFakeTime();
    const { loader, internet } = await outside(() => undefined, time);
    await internet.serve('other.example', '93.184.216.35', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV);
    });
    const hanging = Array.from({ length: 9 }, () => outcomeOf(loader.load(URL_OUTSIDE, CLIENT_ADDRESS)));
    expect(await outcomeOf(loader.load('http://other.example/', '198.51.100.7'))).toBe('2 points');
    await time.run(SCRIPT_DOWNLOAD_MAX_MS);
    await Promise.all(hanging);
  });
});

describe('an answer', () => {
  test.each([
    ['text/html', '<html>', '4002 Invalid type'],
    ['image/png', CSV, '4002 Invalid type'],
    ['text/csv', '{"actions":[]}', '4002 Invalid CSV'],
    ['application/json', CSV, '4002 Invalid Json in script'],
    ['application/json', '{"actions":[{"at":0,"pos":1}]}', '4002 Need at least 2 points'],
    ['application/octet-stream', CSV, '2 points'],
    ['application/json; charset=utf-8', '{"actions":[{"at":0,"pos":1},{"at":9,"pos":5}]}', '2 points'],
    ['text/csv', '', '4002 Invalid CSV'],
  ])('of type %s saying %j is: %s', async (type, body, expected) => {
    const { outcome } = await outside((response) => head(response, { 'content-type': type }).end(body));
    expect(await outcome(URL_OUTSIDE)).toBe(expected);
  });

  test.each([204, 206, 300, 304, 401, 404, 418, 500, 503])(
    'with status %i is refused with that status',
    async (status) => {
      const { outcome } = await outside((response) => response.writeHead(status).end());
      expect(await outcome(URL_OUTSIDE)).toBe(`4001 The script host answered ${status}`);
    },
  );

  test('with a redirect without an address is refused', async () => {
    const { outcome } = await outside((response) => response.writeHead(302).end());
    expect(await outcome(URL_OUTSIDE)).toBe('4001 The script host redirected to no address');
  });

  test.each([
    ['headers without a limit', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64 * 1024)}\r\n\r\n`],
    ['a flood of interim answers', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'.repeat(1_000)],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['bytes that are not HTTP', '220 mail.example ESMTP\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['nothing', ''],
  ])('that is %s is a failed download', async (_what, bytes) => {
    const { outcome } = await outside((response) => void response.socket?.end(bytes));
    expect(await outcome(URL_OUTSIDE)).toBe(BROKE_OFF);
  });

  test("is requested without any data of the cloud's or the caller's", async () => {
    let headers: string[] = [];
    const loading = await createLoading();
    await loading.internet.serve('scripts.example', '93.184.216.34', (request, response) => {
      headers = Object.keys(request.headers).sort();
      response.end(CSV);
    });
    expect(await loading.outcome('https://scripts.example:80/a.csv?token=1#part')).toBe('2 points');
    expect(headers).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });
});
