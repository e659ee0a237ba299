import type { DeviceBackend, DeviceCallName } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from '../../devices/device-caller.ts';
import type { PlaybackManager } from './playback-manager.ts';

/** What calls of devices go through. */
export interface DeviceCallParts {
  readonly time: Time;
  readonly caller: DeviceCaller;
  readonly playbacks: PlaybackManager;
}

/** One call of a device: through what, to which device, and how long to wait. */
export interface DeviceCallContext {
  readonly parts: DeviceCallParts;
  /**
   * The connected device, to be asked for right before it is called. Throws `DeviceRefusal` 1001 when there is none, and 4004
   * when a newer Stop of the same client has arrived meanwhile.
   */
  readonly requireDevice: () => DeviceBackend;
  /** How long to wait for the device. */
  readonly timeoutMs: number;
}

/**
 * Has a device carry out a client's call. A playback without a moment of the server's clock begins now, by that clock, so
 * that the way to the device costs nothing (api-v3.md 2.7). What the cloud streams to the device makes room for what a
 * client sends itself.
 */
export async function callDevice(name: DeviceCallName, input: unknown, context: DeviceCallContext): Promise<unknown> {
  const { parts, requireDevice, timeoutMs } = context;
  const device = requireDevice();
  const { connectionKey } = device;
  const timed = name === 'hsp.play' ? { server_time: Math.round(parts.time.now()), ...(input as object) } : input;
  parts.playbacks.beforeClientCall(connectionKey, name);
  // The row of this very name checked the input, which the compiler cannot follow from a name known at run time.
  const answer: Promise<unknown> = parts.caller.call({ device, name, input: timed as never, timeoutMs });
  if (isAnsweredAtOnce(input)) {
    answer.catch(() => undefined); // whoever asked not to wait does not hear of a refusal
    return 'ok';
  }
  const result = await answer;
  parts.playbacks.afterClientCall(connectionKey, name, result);
  return result;
}

/** A direct move may ask for an answer that does not wait for the device (api-v3.md 2.5). */
const isAnsweredAtOnce = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'immediate_rsp' in input && input.immediate_rsp === true;
