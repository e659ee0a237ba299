/** The largest uploads delay no other request: blocks of the event loop of a cloud process are counted meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSource } from './cloud-process.ts';
import type { CountedLine } from './counted-cloud.ts';

const SIZE = 20 * 1024 * 1024;
/** They take a quarter of a second to parse; a thread of the lowest priority must do that within ten seconds on a busy machine. */
const POINTS = 400_000;
const DEVICES = 12;
const UPLOAD = '/api/script/v0/temp/upload';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A separate process, so that work of the test is not counted. */
async function startCountedCloud() {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-blocks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { output } = runSource('contract/cloud/counted-cloud.ts', [folder]);
  const lines = () =>
    output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as CountedLine); // its own lines
  const port = () => lines().flatMap((line) => ('port' in line ? [line.port] : []))[0];
  await expect.poll(port, { timeout: 60_000 }).toBeDefined();
  return { url: `http://127.0.0.1:${port()}`, blocks: () => lines().filter((line) => 'blockMs' in line) };
}

async function upload(url: string, bytes: string | Buffer<ArrayBuffer>, name: string) {
  const body = new FormData();
  body.set('file', new Blob([bytes]), name);
  const answer = await fetch(url + UPLOAD, { method: 'POST', body });
  return { status: answer.status, json: (await answer.json()) as { readonly url?: string; readonly error?: string } };
}

/** The connection key of another device: of two setups for one device, the later replaces the earlier. */
async function makeDevice(url: string): Promise<string> {
  const init = { method: 'POST', headers: JSON_TYPE, body: '{"model":"handy"}' };
  const made = (await (await fetch(`${url}/_control/devices`, init)).json()) as { readonly connectionKey: string };
  return made.connectionKey;
}

async function setUp(url: string, key: string, body: object): Promise<unknown> {
  const headers = { ...JSON_TYPE, 'x-api-key': 'any-id', 'x-connection-key': key };
  const init = { method: 'PUT', headers, body: JSON.stringify(body) };
  return (await fetch(`${url}/api/handy-rest/v3/hssp/setup`, init)).json();
}

test('deep and empty files, many points and many setups never block the event loop', async () => {
  const { url, blocks } = await startCountedCloud();
  const csv = Array.from({ length: POINTS }, (_, index) => `${index * 100},${(index * 7) % 100}\n`).join('');
  const [deep, empty, stored] = await Promise.all([
    upload(url, Buffer.alloc(SIZE, '['), 'deep.funscript'),
    upload(url, Buffer.alloc(SIZE, '\n'), 'empty.csv'),
    upload(url, csv, 'long.csv'),
  ]);
  expect([deep, empty, stored]).toMatchObject([{ status: 400 }, { status: 400 }, { status: 200 }]);
  const ready = { result: { play_state: 2, points: 100 } };
  const keys = await Promise.all(Array.from({ length: DEVICES }, () => makeDevice(url)));
  const answers = await Promise.all(keys.map((key) => setUp(url, key, { url: stored.json.url })));
  expect(answers).toMatchObject(Array(DEVICES).fill(ready));
  // About the limit of a request.
  const inline = csv.slice(0, csv.indexOf('\n', 900_000) + 1);
  expect(await setUp(url, 'DemoHandy1', { csv: inline })).toMatchObject(ready);
  expect(await setUp(url, 'DemoHandy1', { csv: '{},'.repeat(300_000) })).toMatchObject({ error: { code: 4002 } });
  const many = `{"points":[${'{},'.repeat(300_000)}{}]}`;
  const streamed = await fetch(`${url}/api/tactus/streams`, { method: 'POST', headers: JSON_TYPE, body: many });
  expect(streamed.status).toBe(413);
  // The last block is printed before the next request is answered.
  await fetch(`${url}/livez`);
  expect(blocks()).toEqual([]);
}, 180_000);
