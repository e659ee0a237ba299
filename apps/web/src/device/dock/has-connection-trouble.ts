import { connectionStatus, type DeviceState } from '@tactus/sdk';

/** Whether the device is not connected for a reason that a person should know (`connectionTrouble` names it). */
export function hasConnectionTrouble(state: DeviceState): boolean {
  const status = connectionStatus(state);
  const isAbsent = status === 'offline' && state.connectingTimeout && state.sseConnected && !state.connected;
  return isAbsent || status === 'refused' || status === 'unknown' || status === 'waiting';
}
