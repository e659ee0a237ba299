/** Helpers of playback tests. */
import type { HspState } from '@tactus/protocol';
import { expect } from 'vitest';
import type { Box } from '../driven-cloud/driven-cloud.ts';
import { now, upload } from './facts/preparations.ts';

/** Calls that answer with the state of the player. */
type PlayerCall =
  | `${'hssp' | 'stream' | 'hsp'}.${'setup' | 'play' | 'stop' | 'state' | 'synctime'}`
  | 'hssp.pause'
  | 'hssp.resume'
  | 'hsp.add'
  | 'hsp.threshold';

/** Makes a call that has to succeed and resolves with the state of the player. */
export async function playerState(box: Box, name: PlayerCall, input?: object): Promise<HspState> {
  const answer = await box.call(name, input);
  expect([answer.status, answer.text], name).toEqual([200, expect.not.stringMatching(/^\{"error"/)]);
  const body = answer.json as HspState | { result: HspState }; // under the vendor's profile some answers are not wrapped
  return 'result' in body ? body.result : body;
}

/** Uploads a script, sets it up and plays it from now. */
export async function playScript(box: Box, text: string, { notify = false, ...options }: Record<string, unknown> = {}) {
  await playerState(box, 'hssp.setup', { url: await upload(box, text), notify });
  return playerState(box, 'hssp.play', { start_time: 0, server_time: now(box), ...options });
}

/** The position of the slider, as a share of its stroke. */
export async function sliderShare(box: Box): Promise<number> {
  const { json } = await box.call('slider.state');
  return (json as { result: { position: number } }).result.position;
}

/** The names of a device's events, without the discharge of its battery. */
export const namesSoFar = async (box: Box): Promise<readonly string[]> =>
  (await box.received.soFar()).map(({ name }) => name).filter((name) => name !== 'battery_changed');
