import type { CallName } from '@tactus/protocol';

/**
 * Calls by which a client with the device's key takes control: motion and loaded content are then that client's, and a
 * guest's control ends.
 */
const STARTS: ReadonlySet<CallName> = new Set([
  'hamp.start',
  'hdsp.xava',
  'hdsp.xavp',
  'hdsp.xpva',
  'hdsp.xpvp',
  'hdsp.xat',
  'hdsp.xpt',
  'hvp.start',
  'hvp.setState',
  'hsp.setup',
  'hsp.play',
  'hsp.resume',
  'hssp.setup',
  'hssp.play',
  'hssp.resume',
  'stream.setup',
  'stream.play',
  'info.setMode',
  'info.setMode2',
  'ota.updateLatest',
  'ota.updateVersion',
  'system.reboot',
]);

/** Whether a call with the device's key takes the device over from a guest. */
export const takesOverFromGuest = (name: CallName): boolean => STARTS.has(name);

/** Whether a successful answer leaves open what moves: playback has not begun, or the answer did not wait for the device. */
export const leavesMotionUnknown = (name: CallName, input: Readonly<Record<string, unknown>>): boolean =>
  name === 'hssp.setup' || name === 'stream.setup' || input['immediate_rsp'] === true;

/** Whether a call changes the points of a player that may be a guest's at the moment. */
export const changesPlayerPoints = (name: CallName): boolean =>
  (name.startsWith('hsp.') && name !== 'hsp.state') || name === 'hssp.synctime' || name === 'stream.synctime';
