/** The commands of `tactus` that read a device and move nothing. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { runTactus, runTactusInto, secretsIn } from './run-tactus.ts';
import { gentleScript } from './scripts.ts';

test('connect and info print the known state, in plain lines, and never the key', async () => {
  const { url } = await startCloud();
  const env = { TACTUS_API: url, TACTUS_KEY: 'DemoHandy1' };
  const [connect, info, json] = [
    runTactus(['connect'], env),
    runTactus(['info'], env),
    runTactus(['info', '--json'], env),
  ];
  expect([await connect.exit, await info.exit, await json.exit]).toEqual([0, 0, 0]);
  expect(connect.out()).toMatch(/^Connected in \d+ ms: The Handy, firmware [\d.]+, round trip \d+ ms\n$/);
  expect(info.out()).toMatch(/^mode +IDLE$/m);
  expect(info.out()).toMatch(/^cloud .*leases/m);
  expect(JSON.parse(json.out())).toMatchObject({ connected: true, mode: 7, info: { hw_model_no: 0 } });
  expect([connect, info, json].flatMap(secretsIn)).toEqual([]);
});

test('watch prints every change of a device, and its events, until its time is over', async () => {
  const { url, ask } = await startCloud();
  const env = { TACTUS_API: url, TACTUS_KEY: 'DemoHandy1' };
  const watch = runTactus(['watch', '--events', '--for', '4'], env);
  await expect.poll(watch.out).toContain('IDLE');
  await ask('PUT /hamp/start');
  await ask('PUT /hamp/velocity', { body: '{"velocity":0.25}' });
  await expect.poll(watch.out).toMatch(/^on +HAMP +velocity 25 %$/m);
  await expect.poll(watch.out).toMatch(/^ *\d+ hamp_state_changed \{.*"velocity":0.25/m);
  expect(await watch.exit).toBe(0);
  expect((await ask('GET /hamp/state')).json).toMatchObject({ result: { play_state: 1 } });
});

test('an unreachable cloud and an unknown key end with 3; a missing key without a terminal ends with 2', async () => {
  const { url } = await startCloud();
  const cloud = runTactus(['info'], { TACTUS_API: 'http://127.0.0.1:1', TACTUS_KEY: 'DemoHandy1' });
  const key = runTactus(['info'], { TACTUS_API: url, TACTUS_KEY: 'NobodyHere1' });
  const nobody = runTactus(['info'], { TACTUS_API: url });
  const named = runTactus(['info', '--api', 'http://127.0.0.1:1'], { TACTUS_API: url, TACTUS_KEY: 'DemoHandy1' });
  expect([await cloud.exit, await key.exit, await nobody.exit]).toEqual([3, 3, 2]);
  expect(cloud.err()).toContain('The cloud is http://127.0.0.1:1/api/handy-rest/v3 (from TACTUS_API).');
  expect(await named.exit).toBe(3);
  expect(named.err()).toContain('The cloud is http://127.0.0.1:1/api/handy-rest/v3 (from --api).');
  expect(key.err()).toContain(
    `No device has this key. Check the key. The cloud is ${url}/api/handy-rest/v3 (from TACTUS_API).`,
  );
  expect(key.err()).not.toContain('NobodyHere1');
  expect(nobody.err()).toContain('TACTUS_KEY');
});

test('an unconfirmed stop ends with 4 and prints the reason and the cloud', async () => {
  const { url } = await startCloud();
  const cloud = runTactus(['stop'], { TACTUS_API: 'http://127.0.0.1:1', TACTUS_KEY: 'DemoHandy1' });
  const key = runTactus(['stop'], { TACTUS_API: url, TACTUS_KEY: 'NobodyHere1' });
  // It would go on trying for half a minute.
  await expect.poll(cloud.err).toContain('Ctrl-C gives up.');
  cloud.child.kill('SIGINT');
  expect([await cloud.exit, await key.exit]).toEqual([4, 4]);
  expect(cloud.err()).toContain(
    'use its power button. The cloud is http://127.0.0.1:1/api/handy-rest/v3 (from TACTUS_API).',
  );
  expect(key.err()).toBe(
    `No device has this key, so none was stopped. Check the key; if one moves, use its power button. The cloud is ${url}/api/handy-rest/v3 (from TACTUS_API).\n`,
  );
});

test('refusals of a device, a cloud or a script host are explained in words of the command line', async () => {
  const { url } = await startCloud({ apiKeys: ['club-app'] });
  const env = { TACTUS_API: url, TACTUS_KEY: 'DemoOh0001', TACTUS_APP_ID: 'club-app' };
  const script = gentleScript(5);
  const hamp = runTactus(['hamp', '30'], env);
  const stranger = runTactus(['info'], { ...env, TACTUS_APP_ID: 'another' });
  const noHost = runTactus(['play', script, '--script-host', 'http://127.0.0.1:1/v0'], env);
  const wrongHost = runTactus(['play', script], { ...env, TACTUS_SCRIPT_HOST: `${url}/nowhere` });
  expect([await hamp.exit, await stranger.exit, await noHost.exit, await wrongHost.exit]).toEqual([1, 3, 3, 1]);
  expect(hamp.err()).toContain(
    'Function not supported on this hardware. The device or the cloud refused the command (code 100017).\n',
  );
  expect(stranger.err()).toContain(
    'The cloud does not accept this application id; --app-id or TACTUS_APP_ID names another.',
  );
  expect(noHost.err()).toMatch(
    /The upload failed: .+\. The script host is http:\/\/127\.0\.0\.1:1\/v0 \(from --script-host\)\.\n$/,
  );
  expect(wrongHost.err()).toContain(
    `The upload failed: There is nothing here (HTTP status 404). The script host is ${url}/nowhere (from TACTUS_SCRIPT_HOST).\n`,
  );
});

const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('where the disk of an output is full', () => {
  test.each([
    ['at once', () => ['convert', gentleScript(5), '--to', 'csv']],
    ['while the command goes on', () => ['watch', '--for', '20']],
  ])('a result that is not written, %s, ends with 1 and the reason', async (_, args) => {
    const { url } = await startCloud();
    const run = runTactusInto({ out: FULL }, args(), { TACTUS_API: url, TACTUS_KEY: 'DemoHandy1' });
    expect([await run.exit, run.err()]).toEqual([
      1,
      expect.stringContaining('The output could not be written: ENOSPC'),
    ]);
  });

  test('a result that is written whole is a success, though its status lines are not written', async () => {
    const run = runTactusInto({ err: FULL }, ['convert', gentleScript(1, 50), '--to', 'csv']);
    expect([await run.exit, run.out()]).toEqual([0, '#time ms,position percent\n0,30\n500,70\n1000,30\n']);
  });
});
