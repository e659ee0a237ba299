import type { MotionLimits } from '@tactus/motion';
import { createFakeTime } from '@tactus/time/testing';
import { onTestFinished } from 'vitest';
import { startVideoSync } from '../sync/start-video-sync.ts';
import { createScriptedMedia } from './scripted-media.ts';
import { createScriptedPlayer } from './scripted-player.ts';

/** A scripted medium and a scripted player that follows its frames, in fake time, until the test ends. */
export function setUp(
  mediaOptions: Parameters<typeof createScriptedMedia>[1] = {},
  tripMs = 20,
  limits?: MotionLimits,
) {
  const time = createFakeTime();
  const media = createScriptedMedia(time, mediaOptions);
  const player = createScriptedPlayer(time, { tripMs });
  const device = { ...player.device, ...(limits && { limits: { current: () => limits } }) };
  const sync = startVideoSync({ device, media: media.port, time });
  onTestFinished(sync.close);
  return { time, media, player, sync, state: sync.store.getState };
}

/** The same, in which the medium has played for a second. */
export async function playing(...args: Parameters<typeof setUp>) {
  const world = setUp(...args);
  world.media.playAndMove();
  await world.time.run(1_000);
  return world;
}
