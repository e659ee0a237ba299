import { expect, test } from 'vitest';
import { readDeviceOptions } from './options.ts';

const KEY = ['--key', 'Device12345', '--secret', 'hush'];

function problemsOf(args: readonly string[], env = {}): readonly string[] {
  const reading = readDeviceOptions(args, env);
  return reading.kind === 'wrong' ? reading.problems : [];
}

test('a key and its secret are enough', () => {
  expect(readDeviceOptions(KEY, {})).toEqual({
    kind: 'run',
    options: {
      url: 'http://localhost:8787',
      key: { connectionKey: 'Device12345', secret: 'hush' },
      model: 'handy',
      firmware: expect.stringMatching(/^4\./),
      faults: [],
      cutEveryMs: 0,
      seed: undefined,
    },
  });
});

test('the cloud is named by --api as for the other commands, with the path of its interface too, or by --url', () => {
  const origin = 'https://tactus.example.org';
  for (const address of [
    ['--api', origin],
    ['--api', `${origin}/api/handy-rest/v3`],
    ['--url', origin],
  ])
    expect(readDeviceOptions([...KEY, ...address], {})).toMatchObject({ options: { url: origin } });
  expect(problemsOf([...KEY, '--api', 'ftp://y'])).toEqual(['--api must be an address such as http://localhost:8787']);
});

test('the environment provides what the command line leaves out', () => {
  const env = {
    TACTUS_DEVICE_URL: 'https://tactus.example.org/app',
    TACTUS_DEVICE_KEY: 'Device12345',
    TACTUS_DEVICE_SECRET: 'hush',
  };
  expect(readDeviceOptions([], env)).toMatchObject({
    options: { url: 'https://tactus.example.org', key: { connectionKey: 'Device12345', secret: 'hush' } },
  });
  expect(readDeviceOptions(['--new'], env)).toMatchObject({ options: { key: undefined } });
});

test('model, firmware, faults, cuts and seed are read', () => {
  const args =
    '--new --model oh --firmware 3.2.1 --fault clockDriftPpm=-50 --fault sliderBlocked=1 --cut-every 500 --seed 7';
  expect(readDeviceOptions(args.split(' '), {})).toMatchObject({
    options: {
      model: 'oh',
      firmware: '3.2.1',
      faults: [
        { name: 'clockDriftPpm', value: -50 },
        { name: 'sliderBlocked', value: 1 },
      ],
      cutEveryMs: 500,
      seed: 7,
    },
  });
});

test('every problem is reported at once, without a secret', () => {
  const args =
    '--key a! --secret hush --url ftp://x --model toaster --firmware new --fault rust=1 --fault otaFailsAt=2 --fault clockSkewMs= --seed x';
  const problems = problemsOf(args.split(' '));
  expect(problems).toHaveLength(8);
  expect(problems.join()).not.toContain('hush');
  expect(problemsOf([])).toEqual(['Give --key and --secret, or --new to ask the cloud for both']);
  expect(problemsOf(['--unknown'])).toHaveLength(1);
});

test('a problem in the environment is reported with the name of its variable', () => {
  const env = { TACTUS_DEVICE_URL: 'ftp://x', TACTUS_DEVICE_KEY: 'a!', TACTUS_DEVICE_SECRET: 'hush' };
  expect(problemsOf([], env)).toEqual([
    'TACTUS_DEVICE_URL must be an address such as http://localhost:8787',
    'TACTUS_DEVICE_KEY must be 5 to 64 letters and digits',
  ]);
  expect(problemsOf(['--url', 'ftp://y', '--key', 'b!'], env)).toEqual([
    '--url must be an address such as http://localhost:8787',
    '--key must be 5 to 64 letters and digits',
  ]);
});

test('--help shows the help, whatever the other options', () => {
  expect(readDeviceOptions(['--help', '--model', 'toaster'], {})).toEqual({ kind: 'help' });
});
