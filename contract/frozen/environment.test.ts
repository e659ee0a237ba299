/** The environment that somebody wrote for an earlier build: every variable still does what it did. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tactus/cloud/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runDevice, runTactus } from '../cli/run-tactus.ts';
import { runSource } from '../cloud/cloud-process.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { makeKey } from '../link/linked-device.ts';
import { FROZEN, frozenJson, frozenPath } from './frozen.ts';

type Variables = Readonly<Record<string, string>>;

interface Environment {
  readonly cloud: Variables;
  readonly tls: Variables;
  readonly tactus: readonly string[];
  readonly 'tactus-device': readonly string[];
}

const MAIN = 'apps/cloud/src/main.ts';

describe.each(FROZEN)('the environment of %s', (build) => {
  const environment = frozenJson<Environment>(build, 'environment.json');

  test('runs the cloud as it did', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tactus-environment-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const port = await freePort();
    const dataDir = join(folder, 'data');
    const run = runSource(MAIN, [], { ...environment.cloud, PORT: String(port), TACTUS_DATA_DIR: dataDir });
    await expect.poll(run.output).toContain('Tactus runs on https://tactus.example.org');
    const ask = (path: string, headers: Variables = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const statusOf = async (path: string, headers?: Variables) => (await ask(path, headers)).status;
    const info = '/api/handy-rest/v3/servertime';

    expect(await (await ask('/config.json')).json()).toMatchObject({
      apiBase: 'https://devices.example.org/api/handy-rest/v3',
      scriptHost: 'https://scripts.example.org/api/script/v0',
      applicationId: 'club-app',
      siteUrl: 'https://tactus.example.org',
      japaneseSite: 'https://jp.example.org',
      analyticsKey: 'phc_club',
      analyticsHost: 'https://events.example.org',
    });
    expect(existsSync(join(dataDir, 'tactus.db'))).toBe(true);
    // The ids that are good, the limit, and the keys that issue.
    const limited = await ask('/api/handy-rest/v3/connected', {
      'x-api-key': 'club-kiosk',
      'x-connection-key': 'abcde',
    });
    expect([limited.status, limited.headers.get('x-ratelimit-limit')]).toEqual([200, '90']);
    const issue = '/api/handy-rest/v3/auth/token/issue';
    expect([await statusOf(info), await statusOf(issue, { 'x-api-key': 'club-issuer' })]).toEqual([200, 200]);
    for (const path of [issue, '/api/handy-rest/v3/info'])
      expect(await statusOf(path, { 'x-api-key': 'another', 'x-connection-key': 'abcde' })).toBe(401);
    // The vendor's profile has nothing of ours.
    expect(await statusOf('/api/tactus/leases')).toBe(404);
    // Control is on, for who has the token.
    expect(await statusOf('/_control/devices')).toBe(401);
    expect(await statusOf('/_control/devices', { authorization: 'Bearer operator' })).toBe(200);
    // Requests are told at level 30, which is below `warn`.
    expect(run.output()).not.toContain('"level":30');
    expect(run.output()).not.toContain('"level":"info"');
  });

  test('asks for the certificate at the place that it names', async () => {
    const run = runSource(MAIN, [], { PORT: '0', TACTUS_DATA_DIR: ':memory:', ...environment.tls });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain('TACTUS_TLS_CERT');
  });

  test('leads the programs to cloud, device and script host', async () => {
    const cloud = await startCloud({ apiKeys: ['club-app'] });
    const values: Variables = {
      TACTUS_API: cloud.url,
      TACTUS_KEY: 'DemoHandy1',
      TACTUS_APP_ID: 'club-app',
      TACTUS_SCRIPT_HOST: `http://localhost:${cloud.port}/api/script/v0`,
    };
    expect(Object.keys(values).sort()).toEqual([...environment.tactus].sort());
    const play = runTactus(['play', frozenPath(build, 'short.funscript'), '--for', '1'], values);
    expect([await play.exit, play.err()]).toEqual([0, expect.stringContaining(`to localhost:${cloud.port}`)]);

    const { connectionKey, secret } = await makeKey(cloud);
    const device: Variables = {
      TACTUS_DEVICE_URL: cloud.url,
      TACTUS_DEVICE_KEY: connectionKey,
      TACTUS_DEVICE_SECRET: secret,
    };
    expect(Object.keys(device).sort()).toEqual([...environment['tactus-device']].sort());
    await expect.poll(runDevice([], device).out).toMatch(/^linked/m);
  });
});
