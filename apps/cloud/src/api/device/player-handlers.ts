import { type DeviceCallName, DeviceRefusal, errorKinds, type HspState, type ParsedInputOf } from '@tactus/protocol';
import type { PlaybackSetup } from '../../features/playback/playback-manager.ts';
import type { PointPlayOptions } from '../../features/playback/point-player.ts';
import type { CloudCallContext } from './cloud-call.ts';

type PlayerCall = Extract<DeviceCallName, `hsp.${string}`>;

/** Has the device's player execute a call on behalf of a client of the playback. */
async function callPlayer<N extends PlayerCall>(
  name: N,
  input: ParsedInputOf<N>,
  { parts, requireDevice, timeoutMs }: CloudCallContext,
): Promise<HspState> {
  const device = requireDevice();
  const state: HspState = await parts.caller.call({ device, name, input, timeoutMs });
  const playback = parts.playbacks.find(device.connectionKey);
  playback?.observe(state);
  return playback?.toClient(state) ?? state;
}

/** Sets the content of the next playback. */
export function setUpContent(
  wanted: Pick<PlaybackSetup, 'notify' | 'load'>,
  { parts, requireDevice, timeoutMs }: CloudCallContext,
): Promise<HspState> {
  const device = requireDevice();
  const isLinked = () => parts.devices.get(device.connectionKey) === device;
  return parts.playbacks.setUp({ ...wanted, device, timeoutMs, isLinked });
}

/**
 * Plays the content that was set up; waits for a setup in progress, no longer than for the device. Rejects with 4000 where
 * there was none, unless the device refuses because it has no player, and with 100023 where a Stop came while the call waited.
 */
export async function playContent(options: PointPlayOptions, context: CloudCallContext): Promise<HspState> {
  const { parts, requireDevice, timeoutMs } = context;
  const { caller, playbacks } = parts;
  const device = requireDevice();
  const stopsBefore = caller.stops(device);
  if (!playbacks.find(device.connectionKey)) await caller.call({ device, name: 'hsp.state', input: {}, timeoutMs });
  const playback = await caller.within(timeoutMs, () => playbacks.playbackOf(device));
  // A Stop also cancels calls that were sent before it (docs/security.md).
  if (caller.stops(device) !== stopsBefore)
    throw new DeviceRefusal({ ...errorKinds.genericFail, message: 'A stop came in between' });
  requireDevice();
  return playback.play(options, timeoutMs);
}

/** The calls that scripts and streams share. They reach the device whether the cloud has set content up or not. */
export const playerHandlers = {
  state: (_input: unknown, context: CloudCallContext) => callPlayer('hsp.state', {}, context),
  stop: (_input: unknown, context: CloudCallContext) => callPlayer('hsp.stop', {}, context),
  pause: (_input: unknown, context: CloudCallContext) => callPlayer('hsp.pause', {}, context),
  resume: (pickUp: boolean, context: CloudCallContext) => callPlayer('hsp.resume', { pick_up: pickUp }, context),
  synctime(input: ParsedInputOf<'hsp.synctime'>, context: CloudCallContext) {
    const playback = context.parts.playbacks.find(context.requireDevice().connectionKey);
    return callPlayer('hsp.synctime', playback?.toDevice(input) ?? input, context);
  },
};
