import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEvents } from './event-reader.ts';
import { type RunningCloud, startCloud } from './running-cloud.ts';

const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const DEMO = '/_control/devices/DemoHandy1';
const refusal = (status: number, message: string) => ({ status, json: { error: { message } } });

const firmwareOf = async ({ ask }: RunningCloud, key: string) => {
  const { devices } = (await ask('GET /_control/devices')).json as {
    devices: { connectionKey: string; firmware: string }[];
  };
  return devices.find(({ connectionKey }) => connectionKey === key)?.firmware;
};

describe('the actions of a device', () => {
  test('runs one action or a list of actions, and their events reach every stream', async () => {
    const { ask, port } = await startCloud();
    const stream = await openEvents(port, '?ck=DemoHandy1&apikey=x');
    await stream.next();
    expect(await ask(`POST ${DEMO}/do`, json({ wifiScan: 3 }))).toMatchObject({
      status: 200,
      json: { connectionKey: 'DemoHandy1', connected: true },
    });
    const list = [{ press: { button: 'LEFT', event: 'SHORT_PRESS' } }, { secondApp: 'hamp' }];
    expect((await ask(`POST ${DEMO}/do`, json(list))).status).toBe(200);
    const received: unknown[] = [];
    while (!received.includes('hamp_state_changed')) received.push((await stream.next()).event);
    expect(received.slice(0, 2)).toEqual(['wifi_scan_complete', 'button_event']);
    expect((await ask('GET /hamp/state')).json).toMatchObject({ result: { play_state: 1, velocity: 0.3 } });
  });

  test('an invalid action is refused with a sentence, and so is one that the device refuses', async () => {
    const { ask } = await startCloud();
    expect(await ask(`POST ${DEMO}/do`, json({ batteryLevel: 80 }))).toMatchObject(
      refusal(400, 'batteryLevel must be a number from 0 to 1'),
    );
    expect(await ask('POST /_control/devices/DemoOh0001/do', json({ secondApp: 'hdsp' }))).toMatchObject(
      refusal(409, 'The device refused: Function not supported on this hardware'),
    );
    expect((await ask('POST /_control/devices/NobodyHere1/do', json({ wifiScan: 3 }))).status).toBe(404);
  });
});

describe('a timed script', () => {
  const script = { steps: [{ atMs: 1_000, do: { connected: false } }], repeatMs: 60_000 };

  test('is loaded, shown, executed and ended', async () => {
    const time = createFakeTime();
    const { ask } = await startCloud({}, time);
    expect((await ask(`GET ${DEMO}/script`)).json).toEqual({ steps: [] });
    const loaded = await ask(`PUT ${DEMO}/script`, json(script));
    expect(loaded).toMatchObject({ status: 200, json: { repeatMs: 60_000, running: true, positionMs: 0 } });
    await time.run(1_000);
    expect((await ask('GET /connected')).json).toEqual({ result: { connected: false } });
    expect((await ask(`GET ${DEMO}/script`)).json).toMatchObject({
      steps: [{ atMs: 1_000, do: [{ connected: false }] }],
      positionMs: 1_000,
      startedAt: 1_700_000_000_000,
      refused: 0,
    });
    expect(await ask(`DELETE ${DEMO}/script`)).toMatchObject({ status: 204, text: '' });
    expect((await ask(`GET ${DEMO}/script`)).json).toEqual({ steps: [] });
  });

  test('with a fault is refused with a sentence', async () => {
    const { ask } = await startCloud();
    expect(await ask(`PUT ${DEMO}/script`, json({ steps: [{ atMs: 0, do: { charger: 1 } }] }))).toMatchObject(
      refusal(400, 'steps[0]: charger must be true or false'),
    );
    const nobody = '/_control/devices/NobodyHere1/script';
    expect((await ask(`PUT ${nobody}`, json(script))).status).toBe(404);
    expect((await ask(`GET ${nobody}`)).status).toBe(404);
    expect((await ask(`DELETE ${nobody}`)).status).toBe(404);
  });

  test('ends with its device and with the cloud', async () => {
    const time = createFakeTime();
    const { ask, cloud } = await startCloud({}, time);
    await ask('POST /_control/devices', json({ model: 'oh', connectionKey: 'MyDevice01' }));
    const idle = time.pending();
    await ask('PUT /_control/devices/MyDevice01/script', json(script));
    expect(time.pending()).toBe(idle + 1);
    await ask('DELETE /_control/devices/MyDevice01');
    expect(time.pending()).toBeLessThanOrEqual(idle);
    await ask(`PUT ${DEMO}/script`, json(script));
    await cloud.close();
    expect(time.pending()).toBe(0);
  });
});

describe('requests that the cloud fails because of a fault', () => {
  test('answer as at the real limit, for this device alone, a stop among them', async () => {
    const { ask } = await startCloud({ rateLimitPerMinute: 100 });
    await ask(`PUT ${DEMO}/faults`, json({ tooManyRequests: 1 }));
    for (const line of ['PUT /hamp/start', 'PUT /hamp/stop'])
      expect(await ask(line)).toMatchObject({
        ...refusal(429, 'More than 100 requests in a minute; try again in 1 s'),
        headers: {
          'retry-after': '1',
          'x-ratelimit-limit': '100',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': '1',
        },
      });
    expect((await ask('GET /info', { headers: { 'x-connection-key': 'DemoOh0001' } })).status).toBe(200);
    expect((await ask('GET /servertime')).status).toBe(200);
    await ask(`PUT ${DEMO}/faults`, json({}));
    expect((await ask('PUT /hamp/stop')).status).toBe(200);
  });

  test('answer with 500 in the words of the call', async () => {
    const { ask } = await startCloud();
    await ask(`PUT ${DEMO}/faults`, json({ serverErrors: 1 }));
    expect(await ask('GET /system/environment')).toMatchObject(refusal(500, 'Internal server error.'));
    expect(await ask('PUT /hamp/stop')).toMatchObject({ status: 500, json: { error: { code: 100_012 } } });
  });

  test('are the same requests for the same seed', async () => {
    const { ask } = await startCloud();
    const statuses = async (seed: number) => {
      await ask(`PUT ${DEMO}/faults`, json({ tooManyRequests: 0.3, serverErrors: 0.3, seed }));
      const seen: number[] = [];
      for (let times = 0; times < 20; times += 1) seen.push((await ask('GET /hamp/state')).status);
      return seen;
    };
    const first = await statuses(7);
    expect(new Set(first)).toEqual(new Set([200, 429, 500]));
    expect(await statuses(7)).toEqual(first);
    expect(await statuses(8)).not.toEqual(first);
  });
});

describe('the firmware of a device', () => {
  test('is chosen when it is made, and survives a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tactus-cloud-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const first = await startCloud({ dataDir });
    const order = { model: 'handy', connectionKey: 'OldOne0001', firmware: '3.2.3' };
    expect(await first.ask('POST /_control/devices', json(order))).toMatchObject({
      status: 201,
      json: { firmware: '3.2.3' },
    });
    const mine = { headers: { 'x-connection-key': 'OldOne0001' } };
    expect((await first.ask('GET /info', mine)).json).toMatchObject({ result: { fw_version: '3.2.3', fw_status: 2 } });
    await first.cloud.close();
    expect(await firmwareOf(await startCloud({ dataDir }), 'OldOne0001')).toBe('3.2.3');
  });

  test('with an invalid version is refused', async () => {
    const { ask } = await startCloud();
    expect(await ask('POST /_control/devices', json({ model: 'handy', firmware: '4.1' }))).toMatchObject(
      refusal(400, 'firmware must be a version as major.minor.patch'),
    );
  });
});

describe('docs/control.md', () => {
  const page = readFileSync(new URL('../../docs/control.md', import.meta.url), 'utf8');

  test('shows commands that work, one after the other', async () => {
    const { ask } = await startCloud();
    const commands = page.matchAll(/^curl(?: -X (\w+))? localhost:8787(\S+)(?: -H '[^']*' -d '([^']*)')?$/gm);
    const statuses: [string, number][] = [];
    for (const [, method, path, body] of commands) {
      const line = `${method ?? (body === undefined ? 'GET' : 'POST')} ${path}`;
      statuses.push([line, (await ask(line, body === undefined ? {} : json(JSON.parse(body)))).status]);
    }
    expect(statuses.length).toBe(page.match(/^curl /gm)?.length);
    expect(statuses.filter(([, status]) => status >= 300)).toEqual([]);
  });

  test('names actions that run, and every fault with its bounds', async () => {
    const { ask } = await startCloud();
    const actions = [...page.matchAll(/^\| `(\{.*\})` \|/gm)].map(([, text = '']) => text.replace('"?', '"'));
    expect(actions.length).toBeGreaterThan(15);
    for (const text of actions) {
      const made = await ask('POST /_control/devices', json({ model: 'handy' }));
      const { connectionKey } = made.json as { connectionKey: string };
      const done = await ask(`POST /_control/devices/${connectionKey}/do`, json(JSON.parse(text)));
      expect([text, done.status]).toEqual([text, 200]);
    }
    const rows = [...page.matchAll(/^\| `(\w+)` \| (-?\d+) \| (\d+) \|/gm)];
    const faults = (await ask(`GET ${DEMO}/faults`)).json as object;
    expect(rows.map(([, name]) => name).toSorted()).toEqual(Object.keys(faults).toSorted());
    for (const [, name = '', min, max] of rows)
      expect(await ask(`PUT ${DEMO}/faults`, json({ [name]: 1e9 }))).toMatchObject(
        refusal(400, `${name} must be a number from ${min} to ${max}`),
      );
  });
});
