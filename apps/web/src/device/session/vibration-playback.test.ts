import { scriptToVibration } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { createVibrationScriptPlayback } from './vibration-playback.ts';

/** Ten seconds of even strokes, then ten of rest, then ten of strokes three times as fast. */
const slow = Array.from({ length: 21 }, (_, step) => ({ t: step * 500, x: step % 2 === 0 ? 20 : 60 }));
const fast = Array.from({ length: 61 }, (_, step) => ({ t: 20_000 + step * 166, x: step % 2 === 0 ? 20 : 60 }));
const POINTS = [...slow, ...fast];
const SCRIPT = {
  timesMs: Uint32Array.from(POINTS, ({ t }) => t),
  positions: Uint8Array.from(POINTS, ({ x }) => x),
};

function setUp(roundTripMs = 0) {
  const time = createFakeTime();
  const sent: (number | 'stop')[] = [];
  const errors: unknown[] = [];
  let enabled = false;
  const after = async (run: () => void) => {
    await time.sleep(roundTripMs / 2);
    run();
    await time.sleep(roundTripMs / 2);
  };
  const playback = createVibrationScriptPlayback({
    strengths: Promise.resolve(scriptToVibration(SCRIPT)),
    port: {
      set: (amplitude01) =>
        after(() => {
          sent.push(amplitude01);
          enabled = true;
        }),
      stop: () =>
        after(() => {
          sent.push('stop');
          enabled = false;
        }),
    },
    time,
    serverNow: time.now,
    onError: (error) => errors.push(error),
  });
  const play = (scriptMs: number, rate = 1) => playback.play({ scriptMs, atServerMs: time.now(), rate, loop: false });
  return { time, sent, errors, playback, play, isEnabled: () => enabled };
}

const last = (sent: readonly (number | 'stop')[]) => sent.at(-1);

describe('a script on a device that only vibrates', () => {
  test('is stronger where the script is faster, and stops where it rests', async () => {
    const { time, sent, play } = setUp();
    const playing = play(4_000);
    await time.run(100);
    expect(await playing).toBe(true);
    const gentle = Number(last(sent));
    expect(gentle).toBeGreaterThan(0.3);
    await time.run(8_000);
    expect(last(sent)).toBe(0);
    await time.run(12_000);
    expect(Number(last(sent))).toBeGreaterThan(gentle * 1.4);
  });

  test('is sent at most twice a second, and only when it changes', async () => {
    const { time, sent, play } = setUp();
    void play(0);
    await time.run(9_000);
    expect(sent.length).toBeLessThanOrEqual(4);
    await time.run(21_000);
    expect(sent.length).toBeLessThanOrEqual(12);
  });

  test('goes on from another place, and at another rate', async () => {
    const { time, sent, play } = setUp();
    void play(12_000);
    await time.run(600);
    expect(last(sent)).toBe(0);
    void play(22_000, 2);
    await time.run(600);
    expect(Number(last(sent))).toBeGreaterThan(0.5);
    await time.run(4_500);
    expect(last(sent)).toBe(0);
  });

  test('stops for good: a strength in flight does not start it again', async () => {
    const { time, play, playback, isEnabled } = setUp(400);
    void play(4_000);
    await time.run(50);
    void playback.stop();
    await time.run(5_000);
    expect(isEnabled()).toBe(false);
  });

  test('sends nothing more once it is halted, not even a stop', async () => {
    const { time, sent, play, playback } = setUp();
    void play(4_000);
    await time.run(600);
    playback.halt?.();
    const before = [...sent];
    await time.run(20_000);
    expect(sent).toEqual(before);
    void play(4_000);
    await time.run(100);
    expect(sent.length).toBe(before.length + 1);
  });

  test('a strength in flight when it was halted does not start it again', async () => {
    const { time, play, playback, isEnabled } = setUp(400);
    void play(4_000);
    await time.run(50);
    playback.halt?.();
    await time.run(5_000);
    expect(isEnabled()).toBe(false);
  });

  test('takes other strengths from the present moment on', async () => {
    const { time, sent, play, playback } = setUp();
    void play(4_000);
    await time.run(100);
    playback.setStrengths(
      Promise.resolve({ timesMs: Uint32Array.from([0, 20_000]), positions: Uint8Array.from([10, 10]) }),
    );
    await time.run(1_000);
    expect(last(sent)).toBe(0.1);
  });
});
