/** How the programs of the command line end when the person, the terminal or what reads their output goes. */
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { asker, untilConnected } from '../link/linked-device.ts';
import { runDevice, runTactus } from './run-tactus.ts';
import { gentleScript } from './scripts.ts';
import { sliderIn } from './slider.ts';

/** A command that moves a device for long, and does by now. */
async function moving(...args: string[]) {
  const cloud = await startCloud({ profile: 'tactus' });
  const run = runTactus(args, { TACTUS_API: cloud.url, TACTUS_KEY: 'DemoHandy1' });
  const { isMoving, comesToRest } = sliderIn(cloud);
  await expect.poll(isMoving).toBe(true);
  return { ...run, comesToRest, ask: cloud.ask };
}

test('a Ctrl-C that comes twice at once, as npm hands it on, still waits for the word of the device', async () => {
  const { child, exit, err, comesToRest } = await moving('hamp', '60');
  child.kill('SIGINT');
  child.kill('SIGTERM'); // another signal: two of the same that nobody has seen yet are one
  expect([130, 143]).toContain(await exit);
  expect(err()).toContain('Stopped, the device confirmed it');
  await comesToRest();
});

test('a second Ctrl-C while the Stop is not confirmed ends with 4, and says to use the power button', async () => {
  const { child, exit, err, ask } = await moving('hamp', '60');
  // No command arrives any more, a Stop neither.
  await ask('PUT /_control/devices/DemoHandy1/faults', {
    headers: { 'content-type': 'application/json' },
    body: '{"lostCommands":1}',
  });
  let code: number | string | undefined;
  void exit.then((ended) => {
    code = ended;
  });
  const press = () => {
    child.kill('SIGINT');
    return code;
  };
  await expect.poll(press, { interval: 200, timeout: 2_500 }).toBe(4);
  expect(err()).toContain('Ended without waiting for the device. If it moves, use its power button.');
});

test('a terminal that is closed stops the device, and the command ends with 129', async () => {
  const { child, exit, err, comesToRest } = await moving('hamp', '60');
  child.kill('SIGHUP');
  expect([await exit, err()]).toEqual([129, expect.stringContaining('Stopped, the device confirmed it')]);
  await comesToRest();
});

test('outputs that nobody reads any more stop the device, and the command ends with 129', async () => {
  const { child, exit, comesToRest } = await moving('play', gentleScript(30));
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await exit).toBe(129);
  await comesToRest();
});

/** A device of `tactus-device` that is linked. */
async function linkedDevice() {
  const running = await startCloud();
  const device = runDevice(['--url', running.url, '--new']);
  await expect.poll(device.err).toMatch(/secret +\S+\n/);
  const [, connectionKey = ''] = /connection key +(\S+)/.exec(device.err()) ?? [];
  const key = { connectionKey, secret: '' };
  await untilConnected(running, key);
  return { ...device, ask: asker(running, key), untilGone: () => untilConnected(running, key, false) };
}

test('tactus-device says goodbye though Ctrl-C comes twice', async () => {
  const { child, exit, untilGone } = await linkedDevice();
  child.kill('SIGINT');
  await untilGone();
  child.kill('SIGINT');
  expect(await exit).toBe(0);
});

test('tactus-device says goodbye when its terminal is closed, and ends with 129', async () => {
  const { child, exit, untilGone } = await linkedDevice();
  child.kill('SIGHUP');
  await untilGone();
  expect(await exit).toBe(129);
});

test('tactus-device whose output nobody reads any more says goodbye, and ends with 129', async () => {
  const { child, exit, err, ask, untilGone } = await linkedDevice();
  child.stdout?.destroy();
  await ask('PUT /hamp/start'); // what it does is told, and nobody takes it
  await untilGone();
  expect([await exit, err()]).toEqual([129, expect.not.stringContaining('EPIPE')]);
});
