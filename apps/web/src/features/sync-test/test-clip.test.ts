import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { type ClickAudioContext, startClickSound } from './click-sound.ts';
import { createClipMedia } from './clip-media.ts';
import { nudgedOffset, parseOffset } from './offset-card.tsx';
import { CLIP_LENGTH_MS, CLIP_POINTS, clipPositionAt } from './test-clip.ts';

/** An audio clock that runs with the time of the test, `latencyMs` ahead of the audible sound, and records its tones. */
function fakeAudio(time: ReturnType<typeof createFakeTime>, latencyMs: number) {
  const tonesS: number[] = [];
  const param = { value: 0, setValueAtTime: () => param, exponentialRampToValueAtTime: () => param };
  const node = () => ({
    ...{ frequency: param, gain: param, disconnect: () => undefined, stop: () => undefined },
    connect: (to: unknown) => to,
    start: (atS: number) => tonesS.push(atS),
  });
  const audio = {
    get currentTime() {
      return (time.monotonic() + latencyMs) / 1_000;
    },
    ...{ destination: node(), createOscillator: node, createGain: node },
    getOutputTimestamp: () => ({ contextTime: time.monotonic() / 1_000, performanceTime: time.monotonic() }),
    resume: async () => undefined,
    close: async () => undefined,
  };
  // Only the part of Web Audio that clicks use.
  return { audio: audio as unknown as ClickAudioContext, tonesS };
}

test('the picture matches the script, at every point and between', () => {
  for (const { t, x } of CLIP_POINTS) expect(clipPositionAt(t) * 100).toBeCloseTo(x, 9);
  expect(clipPositionAt(250)).toBeCloseTo(0.5, 9);
  expect(clipPositionAt(CLIP_LENGTH_MS + 300)).toBe(0.1);
});

test('the clip plays, pauses, ends, and goes on in rhythm where it repeats', async () => {
  const time = createFakeTime();
  const clip = createClipMedia(time);
  await clip.play();
  time.advance(1_500);
  clip.pause();
  time.advance(1_000);
  expect(clip.timeMs()).toBe(1_500);
  await clip.play();
  time.advance(CLIP_LENGTH_MS);
  expect(clip.isPaused()).toBe(true);
  expect(clip.timeMs()).toBe(CLIP_LENGTH_MS);
  clip.setLoop(true);
  await clip.play();
  time.advance(CLIP_LENGTH_MS + 700);
  expect(clip.isPaused()).toBe(false);
  expect(clip.timeMs()).toBe(700);
  clip.close();
});

test('every click is scheduled on the audio clock for the moment the bar strikes, across a repeat too', async () => {
  const time = createFakeTime();
  time.advance(5_000);
  const clip = createClipMedia(time);
  clip.setLoop(true);
  const { audio, tonesS } = fakeAudio(time, 40);
  const stop = startClickSound({ clip, time, openAudio: () => audio });
  const startS = time.monotonic() / 1_000;
  await clip.play();
  time.advance(CLIP_LENGTH_MS + 3_500);
  stop();
  const wantedS = Array.from({ length: CLIP_LENGTH_MS / 1_000 + 3 }, (_, second) => startS + second + 1);
  expect(tonesS.map((atS) => Number(atS.toFixed(6)))).toEqual(wantedS);
});

test('an offset is nudged within five seconds either way', () => {
  expect(nudgedOffset(95, 10)).toBe(105);
  expect(nudgedOffset(4_950, 100)).toBe(5_000);
  expect(nudgedOffset(-4_950, -100)).toBe(-5_000);
});

test.each([
  ['120', 120],
  ['+5', 5],
  [' -5000 ', -5_000],
  ['−75', -75],
  ['5001', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['ten', undefined],
])('a typed offset %j is read as %s', (text, offsetMs) => {
  expect(parseOffset(text)).toBe(offsetMs);
});
