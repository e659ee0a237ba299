import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { createLog } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { hideKeysInAddresses } from './redaction.ts';

const CANARY = 'Canary7Key9';

function startLog() {
  const lines: string[] = [];
  const time = createFakeTime(1_000);
  const log = createLog({ level: 'trace', time, destination: { write: (line) => void lines.push(line) } });
  return { log, lines };
}

test.each([
  `/hamp?k=${CANARY}`,
  `/hamp?a=1&KEY=${CANARY}#x`,
  `/api/handy-rest/v3/sse?ck=${CANARY}&apikey=${CANARY}`,
  `/share/${CANARY}`,
  `/share/${CANARY}/hamp?x=1`,
  `https://example.org/share/abc#${CANARY}`,
  `/_control/devices/${CANARY}/connected`,
  `/api/v1/${CANARY}/status`,
  `GET /auth/token/issue?to=${CANARY} failed`,
])('the key in %s is hidden', (text) => {
  expect(hideKeysInAddresses(text)).not.toContain(CANARY);
});

test('addresses without keys stay as they are', () => {
  for (const text of ['/partners/free?page=2', '/assets/index-Ab12.js', '/api/tactus/features', '/sharing/is/fine'])
    expect(hideKeysInAddresses(text)).toBe(text);
});

test('fields that hold keys are never written, and the rest of the record is', () => {
  const { log, lines } = startLog();
  log.info({ connectionKey: CANARY, id: 7 }, 'one');
  log.info({ headers: { 'x-connection-key': CANARY, 'x-api-key': CANARY, authorization: CANARY } }, 'two');
  log.info({ 'x-api-key': CANARY, query: { ck: CANARY, apikey: CANARY, k: CANARY, key: CANARY } }, 'three');
  log.error({ err: new Error(`could not read /share/${CANARY}/remote?k=${CANARY}`) }, 'four');
  expect(lines).toHaveLength(4);
  expect(lines.join('')).not.toContain(CANARY);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, time: 1_000, id: 7, msg: 'one' });
});

test('counters and gauges appear in the metrics', async () => {
  const time = createFakeTime();
  const metrics = createMetrics(
    { streams: () => 3, devices: () => ({ connected: 2, offline: 1 }), leases: () => 0 },
    time,
  );
  metrics.answered({ call: 'hamp.start', status: 200, refusal: undefined, seconds: 0.004 });
  metrics.answered({ call: 'hamp.start', status: 200, refusal: 1001, seconds: 0.2 });
  metrics.sent('device_status', 4);
  time.advance(5_000);
  const text = await metrics.text();
  for (const line of [
    'tactus_requests_total{call="hamp.start",status="200",refusal=""} 1',
    'tactus_requests_total{call="hamp.start",status="200",refusal="1001"} 1',
    'tactus_request_seconds_bucket{le="0.005",call="hamp.start"} 1',
    'tactus_request_seconds_count{call="hamp.start"} 2',
    'tactus_events_sent_total{event="device_status"} 4',
    'tactus_open_streams 3',
    'tactus_devices{state="connected"} 2',
    'tactus_devices{state="offline"} 1',
    'tactus_uptime_seconds 5',
  ])
    expect(text).toContain(line);
});
