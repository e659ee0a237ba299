import { expect, test } from 'vitest';
import { clickTrack } from '../testing/click-track.ts';
import { createBeatDetector } from './beat-detector.ts';
import { answerBeatDetectionRequest, type BeatDetectionAnswer, type BeatDetectionRequest } from './detect-work.ts';

/** A worker in this thread; it answers by a call of the test. */
function setUp() {
  const requests: BeatDetectionRequest[] = [];
  let onMessage: (event: { data: BeatDetectionAnswer }) => void = () => undefined;
  let fail: (event: unknown) => void = () => undefined;
  let ended = 0;
  const detector = createBeatDetector(() => ({
    postMessage: (message) => requests.push(message),
    addEventListener(type: string, listener: (event: never) => void) {
      if (type === 'message')
        onMessage = listener as typeof onMessage; // The event's name determines the type.
      else fail = listener as typeof fail;
    },
    terminate: () => {
      ended += 1;
    },
  }));
  return {
    detector,
    answer() {
      for (const request of requests.splice(0)) onMessage({ data: answerBeatDetectionRequest(request) });
    },
    answerWith: (data: BeatDetectionAnswer) => onMessage({ data }),
    breakDown: () => fail(undefined),
    ended: () => ended,
  };
}

const sound = () => clickTrack({ bpm: 120, firstMs: 300, seconds: 5 });

test('the result of the worker is the answer, for each sound its own', async () => {
  const { detector, answer } = setUp();
  const found = detector.detect(sound());
  const silent = detector.detect({ samples: new Float32Array(1_000), rate: 44_100 });
  answer();
  expect((await found)?.bpm).toBeCloseTo(120, 0);
  expect(await silent).toBeUndefined();
});

test('its errors, its end and closing become rejections', async () => {
  const { detector, answerWith, breakDown, ended } = setUp();
  const refused = detector.detect(sound());
  answerWith({ id: 1, message: 'No memory' });
  await expect(refused).rejects.toThrow('No memory');
  const broken = detector.detect(sound());
  breakDown();
  await expect(broken).rejects.toThrow('ended');
  const closed = detector.detect(sound());
  detector.close();
  await expect(closed).rejects.toMatchObject({ name: 'AbortError' });
  expect(ended()).toBe(2);
});
