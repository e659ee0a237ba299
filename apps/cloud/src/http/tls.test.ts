import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, systemTime } from '@tactus/time';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createCloud } from '../cloud.ts';
import { type CloudConfig, defaultConfig, readConfig } from '../config/config.ts';
import { readTlsFiles } from '../config/tls-files.ts';

const pem = (name: string) => fileURLToPath(new URL(`../testing/tls/${name}.pem`, import.meta.url));
const FILES = { certFile: pem('localhost-for-tests.cert'), keyFile: pem('localhost-for-tests.key') };
const ca = readFileSync(FILES.certFile);

async function secureCloud(changes: Partial<CloudConfig> = {}) {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, tls: FILES, ...changes });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  return { cloud, ...(await cloud.listen()) };
}

/** Status, headers and the start of the body, as far as `enough` needs it. */
function send(port: number, options: RequestOptions, enough: (text: string) => boolean = () => false) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', servername: 'localhost', port, ca, agent: false, ...options },
      (response) => {
        let text = '';
        const done = () => resolve({ status: response.statusCode, text });
        response.on('data', (chunk) => {
          text += String(chunk);
          if (!enough(text)) return;
          done();
          sent.destroy();
        });
        response.on('end', done);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

test('with a certificate the cloud serves https: requests, the event stream, the device link', async () => {
  const { url, port } = await secureCloud();
  expect(url).toBe(`https://127.0.0.1:${port}`);
  expect((await send(port, { path: '/healthz' })).text).toContain('"ok"');

  const stream = { path: '/api/handy-rest/v3/sse?apikey=test&ck=DemoHandy1' };
  const events = await send(port, stream, (text) => text.includes('device_status'));
  expect(events.status).toBe(200);

  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/tactus/device-link`, { ca });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.terminate();
});

test('an offer of another protocol over https is ignored', async () => {
  const { port } = await secureCloud();
  const headers = { connection: 'Upgrade', upgrade: 'h2c' };
  expect(await send(port, { path: '/healthz', headers })).toMatchObject({ status: 200 });
});

test('HSTS is sent only where others reach the cloud over https', async () => {
  const header = async (changes: Partial<CloudConfig>) =>
    (await (await secureCloud(changes)).cloud.inject('/healthz')).headers['strict-transport-security'];
  expect(await header({ loopbackOnly: false })).toBe('max-age=31536000');
  expect(await header({ loopbackOnly: false, tls: undefined, siteUrl: 'https://tactus.test' })).toBe(
    'max-age=31536000',
  );
  expect(await header({})).toBeUndefined();
  expect(await header({ loopbackOnly: false, tls: undefined })).toBeUndefined();
});

test('connections without a finished handshake do not hold up the end', async () => {
  const { cloud, port } = await secureCloud();
  const connections = [Buffer.alloc(0), Buffer.from([22, 3, 1])].map((bytes) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes)).resume();
    return new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()));
  });
  // Its connection came after the others, so the server has those.
  await send(port, { path: '/livez' });
  const startedMs = systemTime.monotonic();
  await cloud.close();
  expect(systemTime.monotonic() - startedMs).toBeLessThan(1_000);
  await Promise.all(connections);
});

test('elsewhere than on loopback, only the host of the site is accepted', async () => {
  const { port } = await secureCloud({ loopbackOnly: false, siteUrl: 'https://tactus.test' });
  const status = async (host: string) => (await send(port, { path: '/healthz', headers: { host } })).status;
  expect(await status('tactus.test')).toBe(200);
  expect(await status('stranger.test')).toBe(403);
});

test('a missing, unreadable or mismatched file is reported in one sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const empty = join(folder, 'empty.pem');
  writeFileSync(empty, 'nothing');
  const missing = join(folder, 'missing.pem');
  const read = (changes: Partial<typeof FILES>) => () => readTlsFiles({ ...FILES, ...changes });

  expect(read({})).not.toThrow();
  expect(read({ certFile: missing })).toThrow(`TACTUS_TLS_CERT: ${missing} cannot be read (there is no such file)`);
  expect(read({ keyFile: folder })).toThrow(`TACTUS_TLS_KEY: ${folder} cannot be read (it is a folder)`);
  expect(read({ certFile: empty })).toThrow(`${empty} holds no certificate`);
  expect(read({ keyFile: empty })).toThrow(`${empty} holds no private key`);
  expect(read({ keyFile: pem('another-for-tests.key') })).toThrow('is not the key of the certificate');
});

test('the certificate and its key must be set together', () => {
  const reading = readConfig({ TACTUS_TLS_CERT: 'cert.pem' });
  expect(reading).toEqual({
    ok: false,
    problems: ['TACTUS_TLS_CERT and TACTUS_TLS_KEY belong together: set both, or none'],
  });
});
