/** `tactus-device` as the process of `npm run device`. */
import { expect, test } from 'vitest';
import { runDevice } from '../cli/run-tactus.ts';
import { startCloud } from '../cloud/running-cloud.ts';
import { asker, untilConnected } from './linked-device.ts';

test('it requests a key, runs a device that can be driven, and closes its link in order', async () => {
  const running = await startCloud();
  const device = runDevice(['--url', running.url, '--new', '--model', 'handy-2', '--cut-every', '1000']);
  await expect.poll(device.err).toMatch(/secret +\S+\n/);
  const [, connectionKey = ''] = /connection key +(\S+)/.exec(device.err()) ?? [];
  const key = { connectionKey, secret: '' };
  await untilConnected(running, key);
  const ask = asker(running, key);
  expect((await ask('GET /info')).json).toMatchObject({ result: { hw_model_no: 3 } });
  expect((await ask('PUT /hamp/start')).json).toMatchObject({ result: { play_state: 1 } });
  await expect.poll(device.out).toMatch(/linked +on +HAMP/);
  device.child.kill('SIGINT');
  expect(await device.exit).toBe(0);
  await untilConnected(running, key, false);
});

test('a refusal ends it with the message of the cloud', async () => {
  const { url } = await startCloud();
  const refused = runDevice(['--url', url], { TACTUS_DEVICE_KEY: 'NobodyHere1', TACTUS_DEVICE_SECRET: 'guess' });
  expect(await refused.exit).toBe(1);
  expect(refused.err()).toBe(
    'The cloud refused the link: There is no such connection key, or the secret is not its own\n',
  );
});

test('an invalid option is reported in one line', async () => {
  const nobody = runDevice(['--url', 'http://127.0.0.1:1', '--new']);
  const wrong = runDevice(['--new', '--model', 'toaster']);
  expect([await nobody.exit, await wrong.exit]).toEqual([1, 1]);
  expect(nobody.err()).toBe('http://127.0.0.1:1 cannot be reached. Is the cloud running? (npm start)\n');
  expect(wrong.err()).toMatch(/^--model must be one of .+\nnpm run device -- --help lists the options\.\n$/);
});
