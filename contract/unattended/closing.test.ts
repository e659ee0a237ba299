/** Frames to a linked program when its cloud closes during a hold; older programs ignore `hold`. */
import { DeviceMode, HampPlayState } from '@tactus/protocol';
import { systemTime } from '@tactus/time';
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { makeKey, untilConnected } from '../link/linked-device.ts';
import { type Frame, helloOf, openRaw } from '../link/raw-link.ts';

/** The cloud waits a second for a silent device; the rest is the machine's. */
const CLOSED_WITHIN_MS = 3_000;

const LEASE = { holder: 'page', rank: 'owner', ttlMs: 60_000, closedMs: 10_000 };
const ANSWERS: Readonly<Record<string, object>> = {
  'info.mode': { mode: DeviceMode.HAMP },
  'hamp.stop': { play_state: HampPlayState.STOPPED, velocity: 0.4, direction: true },
};

async function start() {
  const running = await startCloud();
  const key = await makeKey(running);
  const link = await openRaw(running.port);
  link.send(helloOf(key));
  await untilConnected(running, key);
  const headers = { 'x-connection-key': key.connectionKey };
  const ask = (line: string, body?: object, more: Readonly<Record<string, string>> = {}) =>
    running.ask(line, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    });
  /** The next calls, each answered, until the link is refused. */
  async function answerAll(): Promise<readonly unknown[]> {
    const calls: unknown[] = [];
    for (;;) {
      const frame: Frame = await link.next('call', 'refused');
      calls.push(frame['type'] === 'call' ? frame['name'] : frame['code']);
      if (frame['type'] === 'refused') return calls;
      link.send({ type: 'answer', id: frame['id'], result: ANSWERS[String(frame['name'])] ?? {} });
    }
  }
  return { cloud: running.cloud, link, ask, answerAll };
}

test('a leased device is sent its lease and, when the cloud closes, stopped before its link ends', async () => {
  const { cloud, link, ask, answerAll } = await start();
  expect((await ask('POST /api/tactus/leases', LEASE)).status).toBe(201);
  expect(await link.next('hold')).toEqual({ type: 'hold', silentMs: 60_000, closedMs: 10_000 });
  const calls = answerAll();
  await cloud.close();
  expect((await calls).slice(-3)).toEqual(['info.mode', 'hamp.stop', 'closing']);
});

test('a silent device delays the close of a cloud by a second, and nothing starts to move meanwhile', async () => {
  const { cloud, link, ask } = await start();
  await ask('POST /api/tactus/leases', LEASE);
  const beganMs = systemTime.monotonic();
  const closing = cloud.close();
  expect((await ask('PUT /hamp/start')).json).toMatchObject({ error: { code: 1_001 } });
  await closing;
  expect(systemTime.monotonic() - beganMs).toBeLessThan(CLOSED_WITHIN_MS);
  expect(await link.closed).toBe(4_500);
});

test('a lease that is released without a stop leaves the motion to the owner: the hold ends', async () => {
  const { link, ask } = await start();
  const { json } = await ask('POST /api/tactus/leases', LEASE);
  const { lease, secret } = json as { lease: string; secret: string }; // docs/leases.md
  await link.next('hold');
  const bearer = { authorization: `Bearer ${secret}` };
  expect((await ask(`DELETE /api/tactus/leases/${lease}`, undefined, bearer)).status).toBe(204);
  expect(await link.next('hold')).toEqual({ type: 'hold' });
});
