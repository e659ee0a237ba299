import { endpointOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/**
 * Keeps commands from a device whose firmware is being updated: what moves or changes it then may spoil the update. Reading
 * goes on, and so do calls about updates; a Stop never comes through here. Throws `updating`.
 */
export function requireNoUpdate(call: ClientCallName, { ota }: Pick<DeviceState, 'ota'>): void {
  if (!ota.ongoing || call.startsWith('ota.') || endpointOf(call).method === 'GET') return;
  throw new DeviceError('updating', 'The firmware is being updated');
}
