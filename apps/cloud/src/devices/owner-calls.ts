import { type CallName, type EffectOnMotion, endpointOf } from '@tactus/protocol';

const TAKES_OVER: ReadonlySet<EffectOnMotion> = new Set(['prepares', 'starts', 'restarts']);

/**
 * Whether a call with the device's key takes control: motion and loaded content are then the owner's, and a guest's
 * control ends.
 */
export const isOwnerTakingControl = (name: CallName): boolean => TAKES_OVER.has(endpointOf(name).motion);

/** Whether a successful answer leaves open what moves: playback has not begun, or the answer did not wait for the device. */
export const isMotionUnknownAfter = (name: CallName, input: Readonly<Record<string, unknown>>): boolean =>
  name === 'hssp.setup' || name === 'stream.setup' || input['immediate_rsp'] === true;

/** Whether a call changes the points, or the clock, of the one player that plays streams and scripts, also for a guest. */
export const changesPlayerContent = (name: CallName): boolean =>
  /^(hsp|hssp|stream)\./.test(name) && endpointOf(name).motion !== 'none';
