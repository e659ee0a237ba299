import {
  confirmsStop,
  type DeviceBackend,
  type DeviceCallName,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type ParsedInputOf,
  type ResultOf,
} from '@tactus/protocol';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { stopGroupOfMode } from './stop-group.ts';

type Parts = Pick<DeviceCallParts, 'caller' | 'playbacks'>;

/** A stop by the cloud waits this long for a device; if it is unconfirmed, the device is sent to the idle mode. */
const STOP_UNCONFIRMED_MS = 500;

/**
 * Stops all motion of a device, as Stop does: the stop call of its mode, and the idle mode where there is no such call or
 * its answer proves nothing. Resolves with whether the device has confirmed it.
 */
export async function stopDevice(parts: Parts, device: DeviceBackend): Promise<boolean> {
  const { connectionKey } = device;

  async function call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
    const result = await parts.caller.call({ device, name, input, timeoutMs: STOP_UNCONFIRMED_MS });
    parts.playbacks.afterClientCall(connectionKey, name, result);
    return result;
  }

  /** Whether the mode's own stop was confirmed. */
  async function stopMode(): Promise<boolean> {
    const group = stopGroupOfMode((await call('info.mode', {})).mode);
    return group !== undefined && confirmsStop(`${group}.stop`, await call(`${group}.stop`, {}));
  }

  /** The one refusal that confirms it: a device whose firmware is being written is at rest and takes no other mode. */
  const isBeingUpdated = (thrown: unknown) => {
    if (!(thrown instanceof DeviceRefusal)) throw thrown;
    return thrown.kind.code === errorKinds.otaRunning.code;
  };
  if (await stopMode().catch(isBeingUpdated)) return true;
  // The confirmed idle mode suffices here, without a read of the speed: nothing more is sent to the device (docs/decisions/045).
  return call('info.setMode2', { mode: DeviceMode.IDLE }).then(({ mode }) => mode === DeviceMode.IDLE, isBeingUpdated);
}
