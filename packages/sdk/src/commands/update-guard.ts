import { endpointOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/**
 * Blocks commands to a device whose firmware is being updated: motion or changes may spoil the update. Reads go on, and
 * so do calls about updates; a Stop does not pass here. Throws `updating`.
 */
export function requireNoFirmwareUpdate(call: ClientCallName, { ota }: Pick<DeviceState, 'ota'>): void {
  if (!ota.ongoing || call.startsWith('ota.') || endpointOf(call).method === 'GET') return;
  throw new DeviceError('updating', 'The firmware is being updated');
}
