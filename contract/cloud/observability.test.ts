import { createLog, defaultConfig } from '@tactus/cloud';
import { createRandom, systemTime } from '@tactus/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { API, startCloud } from './running-cloud.ts';
import { createCloud } from './store-of-tests.ts';

test('the process is healthy as long as its store answers', async () => {
  const { ask } = await startCloud();
  expect(await ask('GET /healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
});

test('the process is live whatever its store does, and ready as long as the store answers', async () => {
  const { ask } = await startCloud();
  for (const path of ['/livez', '/readyz'])
    expect(await ask(`GET ${path}`)).toMatchObject({
      status: 200,
      json: { status: 'ok' },
      headers: { 'cache-control': 'no-store' },
    });
});

test('the metrics count requests by call, status and refusal, streams, events and devices', async () => {
  const { ask, port } = await startCloud();
  await ask('PUT /hamp/start');
  await ask('GET /info', { headers: { 'x-connection-key': 'NobodyHere1' } });
  await ask('GET /info', { asOwner: false });
  const stream = await openEvents(port, '?ck=DemoHandy1&apikey=x');
  await stream.next();
  await ask('PUT /hamp/stop');
  await stream.next();
  const { text, headers } = await ask('GET /metrics');
  expect(headers['content-type']).toContain('text/plain');
  for (const line of [
    'tactus_requests_total{call="hamp.start",status="200",refusal=""} 1',
    'tactus_requests_total{call="info.info",status="200",refusal="1001"} 1',
    'tactus_requests_total{call="info.info",status="401",refusal=""} 1',
    'tactus_request_seconds_count{call="info.info"} 2',
    'tactus_open_streams 1',
    'tactus_events_sent_total{event="device_status"} 1',
    'tactus_events_sent_total{event="hamp_state_changed"} 1',
    'tactus_devices{state="connected"} 2',
  ])
    expect(text).toContain(line);
});

describe('the API reference', () => {
  test('is served from this origin alone, under a policy of its own', async () => {
    const { ask } = await startCloud();
    expect(await ask('GET /api/docs')).toMatchObject({ status: 308, headers: { location: '/api/docs/' } });
    const page = await ask('GET /api/docs/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const policy = String(page.headers['content-security-policy']);
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none';
    for (const [tag] of page.text.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(new RegExp(`nonce="${nonce}"|src=`));
    expect(page.text).not.toMatch(/https?:\/\//);
    expect((await ask('GET /api/docs/js/scalar.js')).headers['content-type']).toContain('javascript');
    expect((await ask('GET /api/docs/nothing')).status).toBe(404);
  });

  test('describes the whole contract', async () => {
    const { ask } = await startCloud();
    expect((await ask('GET /api/docs/openapi.json')).json).toMatchObject({
      openapi: '3.1.0',
      paths: { [`${API}/hamp/start`]: { put: {} }, [`${API}/hssp/play`]: { put: {} } },
    });
  });
});

test('a canary key never reaches the log, wherever a request contains it', async () => {
  const CANARY = 'Canary4Key7Zz';
  const lines: string[] = [];
  const log = createLog({ level: 'trace', time: systemTime, destination: { write: (line) => void lines.push(line) } });
  const config = defaultConfig({ port: 0, dataDir: ':memory:', apiKeys: ['id'], applicationKeys: [`${CANARY}Secret`] });
  const cloud = await createCloud({ config, time: systemTime, random: createRandom(1), log });
  onTestFinished(() => cloud.close());
  const { port } = await cloud.listen();

  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, headers = {}, payload = '') =>
    cloud.inject({
      method,
      url,
      headers: { host: `localhost:${port}`, 'content-type': 'application/json', ...headers },
      ...(payload !== '' && { payload }),
    });
  const keyed = { 'x-api-key': 'id', 'x-connection-key': CANARY };
  await send('POST', '/_control/devices', {}, JSON.stringify({ model: 'handy', connectionKey: CANARY }));
  await send('PUT', `/_control/devices/${CANARY}/connected`, {}, '{"connected":false}');
  await send('GET', `${API}/info`, keyed);
  await send('PUT', `${API}/hamp/velocity`, keyed, `{"velocity":"${CANARY}"}`);
  await send('PUT', `${API}/hamp/velocity`, keyed, `{"${CANARY}`);
  await send('GET', `${API}/info?ck=${CANARY}&k=${CANARY}`, { 'x-api-key': CANARY, authorization: `Bearer ${CANARY}` });
  await send('GET', `${API}/${CANARY}`, keyed);
  await send('GET', `${API}/auth/token/issue?ck=${CANARY}`, { 'x-api-key': `${CANARY}Secret` });
  await send('GET', `${API}/auth/token/issue?to=${CANARY}&ttl=${CANARY}`, { 'x-api-key': `${CANARY}Secret` });
  await send('GET', `/share/${CANARY}/remote?k=${CANARY}`, { referer: `http://localhost/?key=${CANARY}` });
  await send('GET', `/%2e%2e/${CANARY}`, { cookie: CANARY, 'user-agent': CANARY });
  await send('GET', `/${CANARY}`, { host: `${CANARY}.example.org` });
  await send('GET', '/healthz', { origin: `https://${CANARY}.example.org` });
  await send('DELETE', `/_control/devices/${CANARY}`);
  const stream = await openEvents(port, `?ck=${CANARY}&apikey=id`);
  await stream.next();
  stream.close();
  await expect.poll(() => lines.some((line) => line.includes('stream closed'))).toBe(true);

  expect(lines.length).toBeGreaterThan(12);
  expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});
