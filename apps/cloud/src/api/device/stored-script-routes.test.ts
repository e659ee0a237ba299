import { createHash } from 'node:crypto';
import { createFakeTime } from '@tactus/time/testing';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type ScriptFiles, scriptFilesOf } from '../../features/scripts/script-files.ts';
import { createScriptStore } from '../../features/scripts/script-store.ts';
import { HttpRefusal } from '../../http/refusal.ts';
import { readUploadedScript } from '../../parsing/read-script.ts';
import { openStore } from '../../store/database.ts';
import { serveStoredScripts } from './stored-script-routes.ts';

/** Served scripts, and the number of reads of their files and of the texts in their rows. */
async function startServing() {
  const read: string[] = [];
  const memory = scriptFilesOf(':memory:');
  const files: ScriptFiles = {
    ...memory,
    read(name) {
      read.push('a whole file');
      return memory.read(name);
    },
    stream(name, range) {
      read.push(`${range.end - range.start} bytes of a file`);
      return memory.stream(name, range);
    },
  };
  const opened = await openStore(':memory:');
  onTestFinished(() => opened.destroy());
  const store = opened.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"body"')) read.push('a text');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const scripts = createScriptStore({ store, files, time: createFakeTime(), roomBytes: 2 ** 29 });
  const server = Fastify();
  onTestFinished(() => server.close());
  server.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof HttpRefusal)) throw error;
    return reply.code(error.status).send(error.body);
  });
  serveStoredScripts(server, scripts);

  async function put(points: number) {
    const body = new TextEncoder().encode(Array.from({ length: points }, (_, at) => `${at * 100},5\n`).join(''));
    const hash = createHash('sha256').update(body).digest('base64url');
    const name = await scripts.put({ ...readUploadedScript(new Uint8Array(body), 'text/csv'), body, hash });
    read.length = 0;
    return { name: name ?? '', body: new TextDecoder().decode(body) };
  }

  const get = async (name: string, headers: Record<string, string>) => {
    read.length = 0;
    const { statusCode, body, headers: answered } = await server.inject({ url: `/temp/${name}`, headers });
    return { statusCode, body, cached: answered['cache-control'] !== undefined, read: [...read] };
  };
  const head = async (name: string, headers: Record<string, string>) => {
    read.length = 0;
    const answer = await server.inject({ method: 'HEAD', url: `/temp/${name}`, headers });
    const { 'content-length': length, 'content-type': type, 'content-range': range } = answer.headers;
    return { statusCode: answer.statusCode, body: answer.body, length, type, range, read: [...read] };
  };
  return { scripts, put, get, head, read, remove: memory.remove };
}

test('a large script is not read for a 304, and only the requested part is read for a partial answer', async () => {
  const { put, get } = await startServing();
  const { name, body } = await put(10_000);
  expect(await get(name, { 'if-none-match': `"${name}"` })).toEqual({
    statusCode: 304,
    body: '',
    cached: true,
    read: [],
  });
  const beyond = await get(name, { range: `bytes=${body.length}-` });
  expect([beyond.statusCode, beyond.read]).toEqual([416, ['a text']]);
  const part = { statusCode: 206, cached: true, read: ['a text', '5 bytes of a file'] };
  expect(await get(name, { range: 'bytes=6-10' })).toEqual({ ...part, body: body.slice(6, 11) });
  const whole = { statusCode: 200, body, cached: true, read: ['a text', `${body.length} bytes of a file`] };
  expect(await get(name, {})).toEqual(whole);
});

test('HEAD states the length of a script or a part, and reads no file', async () => {
  const { put, head } = await startServing();
  for (const points of [3, 10_000]) {
    const { name, body } = await put(points);
    const whole = { statusCode: 200, body: '', type: 'text/csv; charset=utf-8', range: undefined, read: ['a text'] };
    expect(await head(name, {})).toEqual({ ...whole, length: `${body.length}` });
    const part = { ...whole, statusCode: 206, range: `bytes 1-2/${body.length}`, length: '2' };
    expect(await head(name, { range: 'bytes=1-2' })).toEqual(part);
  }
});

test('a large script whose file is missing gets a 404 that may not be cached', async () => {
  const { put, get, remove } = await startServing();
  const { name } = await put(10_000);
  await remove(name);
  expect(await get(name, {})).toMatchObject({ statusCode: 404, cached: false });
});

test('a small script is not read for a 304, and its file is never read', async () => {
  const { put, get } = await startServing();
  const { name, body } = await put(3);
  expect(await get(name, { 'if-none-match': `"${name}"` })).toEqual({
    statusCode: 304,
    body: '',
    cached: true,
    read: [],
  });
  const part = { statusCode: 206, body: '0,5\n', read: ['a text'] };
  expect(await get(name, { range: 'bytes=0-3' })).toMatchObject(part);
  expect(await get(name, {})).toMatchObject({ statusCode: 200, body, read: ['a text'] });
});

test('the points of a stored script are read without its text', async () => {
  const { put, scripts, read } = await startServing();
  const [large, small] = [await put(10_000), await put(3)];
  expect((await scripts.points(large.name))?.timesMs).toHaveLength(10_000);
  expect(read).toEqual(['a whole file']);
  read.length = 0;
  expect(await scripts.points(small.name)).toBeUndefined();
  expect(read).toEqual([]);
});
