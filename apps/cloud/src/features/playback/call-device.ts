import { type DeviceBackend, type DeviceCallName, fieldsOf } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { DeviceCaller } from '../../devices/device-caller.ts';
import type { PlaybackManager } from './playback-manager.ts';

/** The parts through which devices are called. */
export interface DeviceCallParts {
  readonly time: Time;
  readonly caller: DeviceCaller;
  readonly playbacks: PlaybackManager;
}

/** The context of one call: parts, device and timeout. */
export interface DeviceCallContext {
  readonly parts: DeviceCallParts;
  /**
   * The connected device, looked up right before the call. Throws `DeviceRefusal` 1001 when there is none, and 4004
   * when a newer Stop of the same client has arrived meanwhile.
   */
  readonly requireDevice: () => DeviceBackend;
  /** How long to wait for the device. */
  readonly timeoutMs: number;
}

/**
 * Has a device execute a client's call. A playback without a server time begins now, by the cloud's clock, so that the
 * latency to the device does not shift it. The cloud's own stream to the device yields to points that a client
 * sends itself.
 */
export async function callDevice(name: DeviceCallName, input: unknown, context: DeviceCallContext): Promise<unknown> {
  const { parts, requireDevice, timeoutMs } = context;
  const device = requireDevice();
  const { connectionKey } = device;
  const timed = name === 'hsp.play' ? { server_time: Math.round(parts.time.now()), ...(input as object) } : input;
  // The row of this very name checked the input; the compiler cannot follow a name known at run time.
  const answer: Promise<unknown> = parts.caller.call({ device, name, input: timed as never, timeoutMs });
  parts.playbacks.onClientCall(connectionKey, name, answer);
  if (isAnsweredAtOnce(input)) {
    answer.catch(() => undefined); // a caller with `immediate_rsp` is not notified of a refusal
    return 'ok';
  }
  const result = await answer;
  parts.playbacks.afterClientCall(connectionKey, name, result);
  return result;
}

/** A direct move with `immediate_rsp` is answered without waiting for the device. */
const isAnsweredAtOnce = (input: unknown): boolean => fieldsOf(input)['immediate_rsp'] === true;
