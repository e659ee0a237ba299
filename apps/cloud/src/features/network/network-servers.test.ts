import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, systemTime, type Time } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createCloud } from '../../cloud.ts';
import { type CloudConfig, defaultConfig, readConfig } from '../../config/config.ts';

/** An address of this machine that stands for one in the local network. */
const ADDRESS = '127.0.0.2';
const PAGE = { accept: 'text/html,*/*' };

async function networkCloud(changes: Partial<CloudConfig> = {}, time: Time = systemTime) {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', rateLimitPerMinute: 0, network: [ADDRESS], ...changes });
  const cloud = await createCloud({ config, time, random: createRandom(1) });
  onTestFinished(() => cloud.close());
  const { port, url, network } = await cloud.listen();
  const origin = `http://${ADDRESS}:${port}`;
  const send = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, { headers, redirect: 'manual' });
  return { cloud, url, origin, send, code: network?.code ?? '', links: network?.links() ?? [] };
}

const cookieFrom = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

/** The close code or HTTP status with which a device link ends, or `open`. */
function openLink(origin: string, headers: Record<string, string>): Promise<string> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/tactus/device-link`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', (error) => resolve(error.message));
  }).then((result) => {
    socket.terminate();
    return String(result);
  });
}

test('by default the cloud listens at no other address than its own', async () => {
  const { send, code } = await networkCloud({ network: undefined });
  await expect(send('/healthz')).rejects.toThrow();
  expect(code).toBe('');
});

test('without the code the local network gets the page for the code, in its language, and nothing else', async () => {
  const { origin, send } = await networkCloud();
  const page = await send('/hamp', { ...PAGE, 'accept-language': 'xx, de-AT;q=0.9' });
  expect(page.status).toBe(401);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await page.text()).toContain('Gib den Code ein');
  for (const path of [
    '/config.json',
    '/api/handy-rest/v3/info',
    '/api/handy-rest/v3/sse?apikey=a&ck=DemoHandy1',
    '/metrics',
  ]) {
    const refused = await send(path, { 'X-Connection-Key': 'DemoHandy1', authorization: 'Bearer a' });
    expect(refused.status, path).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { name: 'NetworkCodeMissing' } });
  }
  expect(await openLink(origin, {})).toContain('401');
  for (const path of ['//', '/%', '///manifest.webmanifest', 'http://', '*']) {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const raw = request({ host: ADDRESS, port: new URL(origin).port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      raw.on('error', reject).end();
    });
    expect(answer, path).toBe(401);
  }
  // A cookie that is close to the right one.
  expect((await send('/config.json', { cookie: 'tactus_network=' })).status).toBe(401);
});

test('a wrong code is refused on the page; the right one, however it is typed, leads to the app and its commands', async () => {
  const { origin, send, code, url } = await networkCloud();
  const wrong = await send('/network?code=AAAA-AAAA', PAGE);
  expect([wrong.status, cookieFrom(wrong)]).toEqual([401, '']);
  expect(await wrong.text()).toContain('This code is not right.');

  const right = await send(`/network?code=${code.toLowerCase().replace('-', '%20')}`, PAGE);
  expect([right.status, right.headers.get('location')]).toEqual([303, '/']);
  expect(right.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Lax');
  const cookie = `other=1; ${cookieFrom(right)}`;
  expect((await send('/config.json', { cookie })).status).toBe(200);
  const start = await fetch(`${origin}/api/handy-rest/v3/hamp/start`, {
    method: 'PUT',
    headers: { cookie, 'X-Connection-Key': 'DemoHandy1', authorization: 'Bearer a' },
  });
  expect(await start.json()).toHaveProperty('result');
  expect(await openLink(origin, { cookie })).toBe('open');
  // The SDK sends no cookies; a page from an address that another device had before still needs the code.
  expect((await send('/api/handy-rest/v3/servertime', { authorization: 'Bearer a' })).status).toBe(200);
  expect((await send('/', PAGE)).status).toBe(401);
  // On the machine itself nothing is asked for.
  expect((await fetch(`${url}/config.json`)).status).toBe(200);
});

test('the control of the cloud, its metrics and the code itself are for its own machine alone', async () => {
  const { send, code, url, links, origin } = await networkCloud();
  const cookie = cookieFrom(await send(`/network?code=${code}`, PAGE));
  expect((await send('/_control/devices', { cookie })).status).toBe(401);
  expect((await send('/metrics', { cookie })).status).toBe(401);
  expect((await send('/api/tactus/network', { cookie })).status).toBe(403);
  const here = await fetch(`${url}/api/tactus/network`);
  expect(await here.json()).toEqual({ code, origins: [origin], links });
  expect(links).toEqual([`${origin}/network?code=${code}`]);
});

test('a device that sends nothing for a day is known again once it loads its page', async () => {
  const time = createFakeTime();
  const { send, code } = await networkCloud({}, time);
  const cookie = cookieFrom(await send(`/network?code=${code}`, PAGE));
  for (let hour = 0; hour < 30; hour += 1) {
    time.advance(60 * 60 * 1_000);
    expect((await send('/healthz')).status).toBe(200);
  }
  time.advance(25 * 60 * 60 * 1_000);
  expect((await send('/healthz')).status).toBe(401);
  expect((await send('/config.json', { cookie })).status).toBe(200);
  expect((await send('/healthz')).status).toBe(200);
});

test('after too many wrong codes the right one is refused, too, for a minute', async () => {
  const time = createFakeTime();
  const { send, code } = await networkCloud({}, time);
  for (let attempt = 0; attempt < 20; attempt += 1) await send('/network?code=AAAA-AAAA', PAGE);
  const refused = await send(`/network?code=${code}`, PAGE);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  time.advance(60_000);
  expect((await send(`/network?code=${code}`, PAGE)).status).toBe(303);
});

test('code and cookies are good after a restart, until the file of the code is removed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-network-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const file = join(dataDir, 'network-code');

  const first = await networkCloud({ dataDir });
  const cookie = cookieFrom(await first.send(`/network?code=${first.code}`, PAGE));
  expect(readFileSync(file, 'utf8').trim()).toBe(first.code);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await first.cloud.close();

  const second = await networkCloud({ dataDir });
  expect(second.code).toBe(first.code);
  expect((await second.send('/healthz')).status).toBe(200);
  expect((await second.send('/', { ...PAGE, cookie })).status).not.toBe(401);
  await second.cloud.close();

  rmSync(file);
  rmSync(join(dataDir, 'network-addresses.json'));
  const third = await networkCloud({ dataDir });
  expect(third.code).not.toBe(first.code);
  expect((await third.send('/config.json', { cookie })).status).toBe(401);
});

test('an address that this machine does not have is reported, and closing ends the connections', async () => {
  const config = defaultConfig({ port: 0, dataDir: ':memory:', network: [ADDRESS, '192.0.2.1'] });
  const failing = await createCloud({ config, time: systemTime, random: createRandom(1) });
  onTestFinished(() => failing.close());
  await expect(failing.listen()).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });

  const { cloud, send } = await networkCloud();
  const kept = await send('/', PAGE);
  await kept.text();
  await cloud.close();
  await expect(send('/', PAGE)).rejects.toThrow();
});

test('the setting is 1 or addresses, and only for a cloud that no one else can reach', () => {
  const read = (env: Record<string, string>) => readConfig(env);
  expect(read({ TACTUS_NETWORK: '1' })).toMatchObject({ config: { network: 'all' } });
  expect(read({ TACTUS_NETWORK: '192.168.1.5, 10.0.0.2' })).toMatchObject({
    config: { network: ['192.168.1.5', '10.0.0.2'] },
  });
  expect(read({ TACTUS_NETWORK: 'yes' })).toEqual({
    ok: false,
    problems: ['TACTUS_NETWORK must be 1, or IPv4 addresses of this machine'],
  });
  expect(read({ TACTUS_NETWORK: '1', HOST: '0.0.0.0' })).toMatchObject({ ok: false });
  expect(read({ TACTUS_NETWORK: '1', TACTUS_SITE_URL: 'https://tactus.example.org' })).toMatchObject({ ok: false });
});
