import { createFakeTime } from '@tactus/time/testing';
import { expect, test } from 'vitest';
import { openAudioContext } from '../../device/browser/audio-context.ts';
import { startClickSound } from './click-sound.ts';
import { createClipMedia } from './clip-media.ts';

test('the clip plays in a browser without sound', async () => {
  expect(globalThis.AudioContext).toBeUndefined();
  const time = createFakeTime();
  const clip = createClipMedia(time);
  const silence = startClickSound({ clip, time, openAudio: openAudioContext });
  await clip.play();
  time.advance(1_000);
  expect(clip.timeMs()).toBe(1_000);
  silence();
});
