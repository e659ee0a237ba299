/** `tactus play`, `stream`, `hamp` and `stop` against a real cloud, in both profiles where that makes a difference. */
import { expect, test } from 'vitest';
import { startCloud } from '../cloud/running-cloud.ts';
import { runTactus, secretsIn } from './run-tactus.ts';
import { gentleScript, realScript } from './scripts.ts';
import { sliderIn } from './slider.ts';

const KEY = 'DemoHandy1';

/** A busy machine may answer late: within this time, one run must meet the bounds. */
const ROUNDS_MS = 120_000;

/** The figures in the line with the position error, in mm. */
function errorIn(text: string): { mean: number; worst: number } {
  const [, mean, worst] = /^Position error: mean ([\d.]+) mm .*worst ([\d.]+) mm /m.exec(text) ?? [];
  return { mean: Number(mean), worst: Number(worst) };
}

/** Runs a program that prints its position error until the error is within the bounds, mm. */
async function runWithin(args: string[], env: Record<string, string>, mostMm: { mean: number; worst: number }) {
  const endMs = performance.now() + ROUNDS_MS;
  for (;;) {
    const ran = runTactus(args, env);
    const code = await ran.exit;
    const { mean, worst } = errorIn(ran.out());
    const holds = mean < mostMm.mean && worst < mostMm.worst;
    if (holds || code !== 0 || performance.now() > endMs) return { ...ran, code, holds };
  }
}

async function cloudFor(profile: 'tactus' | 'vendor') {
  const running = await startCloud({ profile });
  const env = { TACTUS_API: running.url, TACTUS_KEY: KEY };
  return { ...running, ...sliderIn(running), env };
}

test.each(['tactus', 'vendor'] as const)(
  'play lists what leaves this machine, shows progress in plain lines and ends with the position error, profile %s',
  async (profile) => {
    const { env, comesToRest, url } = await cloudFor(profile);
    // With half a round trip of up to 190 ms, a reading is uncertain by some millimetres.
    const mostMm = profile === 'tactus' ? { mean: 1.5, worst: 5 } : { mean: 8, worst: 20 };
    const play = await runWithin(['play', gentleScript(3)], env, mostMm);
    expect([play.code, play.err()]).toEqual([0, expect.stringContaining('Stopped, the device confirmed it')]);
    expect(play.err()).toContain(`Uploading 7 points of gentle.funscript (1 KB) to ${new URL(url).host}`);
    expect(play.err()).toMatch(/^\[#+\.+\] +5\d % {2}0:0[12] \/ 0:03 +\d+ mm \(estimated\)$/m);
    expect(play.err()).toMatch(/^\[#{24}\] 100 %/m);
    expect([play.holds, play.out()]).toEqual([true, expect.any(String)]);
    expect(play.out()).toMatch(/Measured from \d+ readings of the slider/);
    expect(secretsIn(play)).toEqual([]);
    await comesToRest();
  },
);

test.skipIf(realScript === undefined)(
  'play of a real script (skipped where there is none beside this checkout) prints its position error',
  async () => {
    const { env } = await cloudFor('tactus');
    const play = await runWithin(['play', realScript ?? '', '--for', '3'], env, { mean: 8, worst: Infinity });
    expect([play.code, play.err()]).toEqual([0, expect.stringMatching(/100 % {2}0:03 \/ 0:03/)]);
    expect(play.holds).toBe(true);
  },
);

test('stream uploads nothing and ends with the position error', async () => {
  const { env, comesToRest } = await cloudFor('tactus');
  const stream = await runWithin(['stream', gentleScript(3)], env, { mean: 1.5, worst: Infinity });
  expect([stream.code, stream.err()]).toEqual([0, expect.stringContaining('Stopped, the device confirmed it')]);
  expect(stream.err()).toContain('nothing is uploaded');
  expect(stream.err()).not.toContain('Uploading');
  expect(stream.holds).toBe(true);
  await comesToRest();
});

test.each([
  ['play', 'SIGINT', 130],
  ['stream', 'SIGINT', 130],
  ['hamp', 'SIGTERM', 143],
] as const)('%s ended by %s stops the device, waits for its word and exits with %i', async (name, signal, code) => {
  const { env, isMoving, comesToRest } = await cloudFor('tactus');
  const run = runTactus(name === 'hamp' ? ['hamp', '60', '--stroke', '20-80'] : [name, gentleScript(30)], env);
  await expect.poll(run.err).toMatch(name === 'hamp' ? /It moves at 60 %/ : / {2}0:0[1-9] \/ /);
  await expect.poll(isMoving).toBe(true);
  run.child.kill(signal);
  expect([await run.exit, run.err()]).toEqual([code, expect.stringContaining('Stopped, the device confirmed it')]);
  await comesToRest();
});

test('a playback that another client stops ends with 1 and prints the reason', async () => {
  const { env, ask } = await cloudFor('tactus');
  const play = runTactus(['play', gentleScript(30)], env);
  await expect.poll(play.err).toMatch(/ {2}0:0[1-9] \/ /);
  await ask('PUT /hamp/start');
  expect([await play.exit, play.err()]).toEqual([
    1,
    expect.stringContaining('Something else has taken over the device'),
  ]);
});

test('stop ends the motion of another client', async () => {
  const { env, ask, isMoving, comesToRest } = await cloudFor('tactus');
  await ask('PUT /hamp/start');
  await ask('PUT /hamp/velocity', { body: '{"velocity":0.5}' });
  await expect.poll(isMoving).toBe(true);
  const stop = runTactus(['stop'], env);
  expect([await stop.exit, stop.err()]).toEqual([
    0,
    expect.stringMatching(/^Stopped, the device confirmed it \(\d+ ms\)\n$/),
  ]);
  await comesToRest();
});
