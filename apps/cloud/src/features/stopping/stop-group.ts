import { type CallName, type DeviceMode, type ModeStopCall, STOP_CALL_OF_MODE } from '@tactus/protocol';

/** The groups of calls that have a stop and a state of their own, and that a device answers. */
export type StoppableModeGroup = 'hamp' | 'hsp' | 'hvp';

/** The group that each stop call ends: the device plays scripts and streams with the one player of its points. */
const GROUPS: { readonly [N in ModeStopCall]: StoppableModeGroup } = {
  'hamp.stop': 'hamp',
  'hssp.stop': 'hsp',
  'hsp.stop': 'hsp',
  'stream.stop': 'hsp',
  'hvp.stop': 'hvp',
};

/** The group that a call stops; undefined for a call that is the stop of no mode. */
export const modeGroupOfStopCall = (name: CallName): StoppableModeGroup | undefined =>
  (GROUPS as { readonly [N in CallName]?: StoppableModeGroup })[name];

/** The group whose stop ends what moves in a mode of the device; undefined for a mode that has no such stop. */
export function stopGroupOfMode(mode: DeviceMode): StoppableModeGroup | undefined {
  const stop = STOP_CALL_OF_MODE[mode];
  return stop && GROUPS[stop];
}
