import { createFakeTime } from '@tactus/time/testing';
import { onTestFinished } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { NO_FOLLOWERS } from '../../../device/linked/followers.ts';
import { scriptedDevice } from '../../../device/testing/scripted-device.ts';
import { openPlayerSession } from '../session/player-session.ts';
import { createVirtualMedia } from '../session/virtual-media.ts';

/** The host to which the session uploads scripts. */
export const SCRIPT_HOST = 'https://scripts.test';

/** A script of a minute that rises from 0 to a percentage. */
export const scriptTo = (percent: number) => ({
  timesMs: Uint32Array.from([0, 60_000]),
  positions: Uint8Array.from([0, percent]),
});

/** Strengths that change every second. */
const STRENGTHS = {
  timesMs: Uint32Array.from({ length: 241 }, (_, step) => step * 500),
  positions: Uint8Array.from({ length: 241 }, (_, step) => (step % 4 < 2 ? 30 : 70)),
};

/** A session of the player with a virtual medium, on a device that answers by script; it is closed with its test. */
export async function scriptedSession(
  options: Partial<Pick<Parameters<typeof openPlayerSession>[0], 'vibrates' | 'videoGoesOn' | 'onLog'>> = {},
) {
  const time = createFakeTime();
  const scripted = await scriptedDevice(time);
  const element = createVirtualMedia(time, 120);
  const session = openPlayerSession({
    followers: {
      followers: createStore(() => NO_FOLLOWERS),
      followerOf: () => undefined,
      reportFailure: () => undefined,
      setHindrance: () => undefined,
    },
    ...{ device: scripted.device, time, element, features: {}, scriptHost: SCRIPT_HOST, transferMode: 'upload' },
    ...{ vibrates: false, videoGoesOn: false, onLog: () => undefined, ...options },
    script: { points: scriptTo(90) },
    loader: {
      toVibration: async () => STRENGTHS,
      write: async ({ positions }) => `0,${positions[1]}`,
    },
  });
  onTestFinished(session.close);
  return { ...scripted, time, element, session };
}
