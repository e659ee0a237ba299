/** Keys that may link, and refusals of others (docs/device-link.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultConfig } from '@tactus/cloud';
import { createFakeTime } from '@tactus/time/testing';
import { expect, onTestFinished, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { linkDevice, makeKey, untilConnected } from './linked-device.ts';
import { helloOf, openRaw } from './raw-link.ts';

test('a key is issued once with its secret, with a label or without', async () => {
  const running = await startCloud();
  const key = await makeKey(running);
  expect(key).toEqual({
    connectionKey: expect.stringMatching(/^[A-Za-z0-9]{12}$/),
    secret: expect.stringMatching(/^[\w-]{43}$/),
  });
  const post = (body: string) =>
    running.ask('POST /api/tactus/device-keys', { body, headers: { 'content-type': 'application/json' } });
  for (const label of ['bench', 'with a zero \u0000 byte', ''])
    expect([label, (await post(JSON.stringify({ label }))).status]).toEqual([label, 201]);
  for (const bad of ['{"label":7}', JSON.stringify({ label: 'x'.repeat(65) })])
    expect(await post(bad)).toMatchObject({ status: 400, json: { error: { message: /^label must be/ } } });
});

test('an unknown key and a wrong secret are refused in the same words', async () => {
  const running = await startCloud();
  const key = await makeKey(running);
  for (const wrong of [
    { ...key, secret: 'guess' },
    { ...key, connectionKey: 'NobodyHere1' },
    { ...key, connectionKey: 'DemoHandy1' },
  ]) {
    const link = await openRaw(running.port);
    link.send(helloOf(wrong));
    expect(await link.next('refused')).toEqual({
      type: 'refused',
      code: 'not-enrolled',
      message: 'There is no such connection key, or the secret is not its own',
    });
    expect(await link.closed).toBe(4401);
  }
});

test('after 20 failures in a minute an address is refused for a minute, and the right secret is still accepted', async () => {
  const time = createFakeTime();
  const running = await startCloud({}, time);
  const key = await makeKey(running);
  const attempt = async (secret: string) => {
    const link = await openRaw(running.port);
    link.send(helloOf({ ...key, secret }));
    return link.next('refused', 'welcome');
  };
  const end = (secret: string) =>
    running.ask('DELETE /api/tactus/device-keys', {
      headers: { 'x-connection-key': key.connectionKey, authorization: `Bearer ${secret}` },
    });
  for (let failure = 0; failure < 19; failure++) expect(await attempt('guess')).toMatchObject({ code: 'not-enrolled' });
  expect((await end('guess')).status).toBe(404);
  expect(await attempt('guess')).toMatchObject({ code: 'too-many-attempts', retryAfterMs: 60_000 });
  expect(await end('guess')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  expect(await attempt(key.secret)).toMatchObject({ type: 'welcome' });
  await time.run(60_000);
  expect((await end('guess')).status).toBe(404);
  expect((await end(key.secret)).status).toBe(204);
});

test('removing a key ends its link, and the key is accepted nowhere any more', async () => {
  const running = await startCloud();
  const { key, link } = await linkDevice(running);
  await untilConnected(running, key);
  const answer = await running.ask('DELETE /api/tactus/device-keys', {
    headers: { 'x-connection-key': key.connectionKey, authorization: `Bearer ${key.secret}` },
  });
  expect(answer.status).toBe(204);
  await expect.poll(() => link.state()).toBe('ended');
  expect(link.refusal()).toMatchObject({ code: 'ended' });
  const again = await openRaw(running.port);
  again.send(helloOf(key));
  expect(await again.next('refused')).toMatchObject({ code: 'not-enrolled' });
});

test('keys survive a restart, and the device reconnects by itself', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-link-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const first = await startCloud({ dataDir });
  const { key, link } = await linkDevice(first);
  await untilConnected(first, key);
  await first.cloud.close();
  await expect.poll(() => link.state()).toBe('waiting');
  const second = await startCloud({ dataDir, port: first.port });
  await untilConnected(second, key);
});

test('pages of other origins are refused, our own and programs are not', async () => {
  const running = await startCloud();
  const { port } = running;
  for (const origin of ['https://evil.example.org', 'null'])
    await expect(openRaw(port, { origin })).rejects.toThrow('HTTP 403');
  await expect(openRaw(port, { host: 'evil.example.org' })).rejects.toThrow('HTTP 403');
  await expect(openRaw(port, { origin: `http://127.0.0.1:${port}` })).resolves.toBeDefined();
  const key = await running.ask('POST /api/tactus/device-keys', { headers: { origin: 'https://evil.example.org' } });
  expect(key.status).toBe(403);
});

test('without a WebSocket no device can link, and other upgrades are ignored', async () => {
  const { ask } = await startCloud();
  expect(await ask('GET /api/tactus/device-link')).toMatchObject({ status: 426, headers: { upgrade: 'websocket' } });
  const offer = { connection: 'Upgrade', upgrade: 'websocket' };
  expect(await ask('GET /info', { headers: offer })).toMatchObject({ status: 200 });
  expect(await ask('PUT /hamp/velocity', { headers: offer, body: '{"velocity":0.5}' })).toMatchObject({
    json: { result: { velocity: 0.5 } },
  });
});

test('one IPv6 network has 64 unidentified connections, whichever of its addresses they use', async () => {
  const { port } = await startCloud({ siteUrl: 'https://tactus.example.org' }, createFakeTime());
  const from = (address: string) => openRaw(port, { 'x-forwarded-for': address });
  const [first] = await Promise.all(Array.from({ length: 64 }, (_, host) => from(`2001:db8:1:2::${host + 1}`)));
  await expect(from('2001:db8:1:2:ffff::1')).rejects.toThrow('HTTP 503');
  await expect(from('2001:db8:1:3::1')).resolves.toBeDefined();
  first?.close();
  await first?.closed;
  await expect.poll(() => from('2001:db8:1:2:ffff::1').then(() => 'open', String)).toBe('open');
});

test('connections without a hello, from all lines of a network, take no place of a device with a key', async () => {
  const capacity = { ...defaultConfig({}).capacity, deviceLinks: 8 };
  const running = await startCloud({ siteUrl: 'https://tactus.example.org', capacity }, createFakeTime());
  const key = await makeKey(running);
  const from = (address: string) => openRaw(running.port, { 'x-forwarded-for': address });
  await Promise.all(Array.from({ length: 20 }, (_, line) => from(`2001:db8:1:${line + 1}::1`)));
  const link = await from('2001:db8:2::1');
  link.send(helloOf(key));
  expect(await link.next('welcome', 'refused')).toMatchObject({ type: 'welcome' });
});

test('one address makes 20 keys an hour', async () => {
  const time = createFakeTime();
  const running = await startCloud({ rateLimitPerMinute: 240 }, time);
  for (let made = 0; made < 20; made++) await makeKey(running);
  expect(await running.ask('POST /api/tactus/device-keys')).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
  });
  time.advance(3_600_000);
  await makeKey(running);
});
