/** How the command-line programs end when the person, the terminal or the reader of their output is gone. */
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { startProxy } from '../link/cutting-proxy.ts';
import { asker, untilConnected } from '../link/linked-device.ts';
import { runDevice, runTactus } from './run-tactus.ts';
import { gentleScript } from './scripts.ts';
import { sliderIn } from './slider.ts';

/** A command that drives a device for a long time, once the device moves. */
async function moving(...args: string[]) {
  const cloud = await startCloud({ profile: 'tactus' });
  const run = runTactus(args, { TACTUS_API: cloud.url, TACTUS_KEY: 'DemoHandy1' });
  const { isMoving, comesToRest } = sliderIn(cloud);
  await expect.poll(isMoving).toBe(true);
  return { ...run, comesToRest, ask: cloud.ask };
}

test("a Ctrl-C that arrives twice at once, as through npm, still waits for the device's confirmation", async () => {
  const { child, exit, err, comesToRest } = await moving('hamp', '60');
  child.kill('SIGINT');
  child.kill('SIGTERM'); // another signal: two equal pending signals would arrive as one
  expect([130, 143]).toContain(await exit);
  expect(err()).toContain('Stopped, the device confirmed it');
  await comesToRest();
});

test('a second Ctrl-C while the Stop is unconfirmed ends with 4, and names the power button', async () => {
  const { child, exit, err, ask } = await moving('hamp', '60');
  // No command arrives any more, not even a Stop.
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

test('a Ctrl-C while the cloud cannot be reached stops the device once it can be reached again', async () => {
  // A cloud without leases: nothing else stops the device.
  const cloud = await startCloud({ profile: 'vendor' });
  const proxy = await startProxy(cloud.port);
  const env = { TACTUS_API: `http://127.0.0.1:${proxy.port}`, TACTUS_KEY: 'DemoHandy1' };
  const { child, exit, err } = runTactus(['hamp', '60'], env);
  const { isMoving, comesToRest } = sliderIn(cloud);
  await expect.poll(err).toContain('It moves at 60 %');
  child.kill('SIGINT');
  proxy.endAll('broken'); // in the same turn: the Stop does not pass
  await expect.poll(err).toContain('The device has not confirmed the stop');
  await expect.poll(isMoving).toBe(true);
  proxy.restore();
  expect([await exit, err()]).toEqual([130, expect.stringContaining('Stopped, the device confirmed it')]);
  await comesToRest();
});

test('a terminal that is closed stops the device, and the command ends with 129', async () => {
  const { child, exit, err, comesToRest } = await moving('hamp', '60');
  child.kill('SIGHUP');
  expect([await exit, err()]).toEqual([129, expect.stringContaining('Stopped, the device confirmed it')]);
  await comesToRest();
});

test('closed outputs stop the device, and the command ends with 129', async () => {
  const { child, exit, comesToRest } = await moving('play', gentleScript(30));
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await exit).toBe(129);
  await comesToRest();
});

test('a motion that prints no more than its state ends with 129 once nobody reads its outputs', async () => {
  const { child, exit, err, comesToRest } = await moving('hamp', '60');
  await expect.poll(err).toContain('It moves at 60 %');
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await exit).toBe(129);
  await comesToRest();
});

/** A linked device of `tactus-device`. */
async function linkedDevice() {
  const running = await startCloud();
  const device = runDevice(['--url', running.url, '--new']);
  await expect.poll(device.err).toMatch(/secret +\S+\n/);
  const [, connectionKey = ''] = /connection key +(\S+)/.exec(device.err()) ?? [];
  const key = { connectionKey, secret: '' };
  await untilConnected(running, key);
  return { ...device, ask: asker(running, key), untilGone: () => untilConnected(running, key, false) };
}

test('tactus-device closes its link in order though Ctrl-C comes twice', async () => {
  const { child, exit, untilGone } = await linkedDevice();
  child.kill('SIGINT');
  await untilGone();
  child.kill('SIGINT');
  expect(await exit).toBe(0);
});

test('tactus-device closes its link in order when its terminal is closed, and ends with 129', async () => {
  const { child, exit, untilGone } = await linkedDevice();
  child.kill('SIGHUP');
  await untilGone();
  expect(await exit).toBe(129);
});

test('tactus-device closes its link in order when its output is closed, and ends with 129', async () => {
  const { child, exit, err, ask, untilGone } = await linkedDevice();
  child.stdout?.destroy();
  await ask('PUT /hamp/start'); // it prints the motion, and its output is closed
  await untilGone();
  expect([await exit, err()]).toEqual([129, expect.not.stringContaining('EPIPE')]);
});
