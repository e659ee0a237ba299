import { connectionStatus, type DeviceState } from '@tactus/sdk';

/** Whether something keeps the device from being there that a person should know of (`connectionTrouble` says what). */
export function hasTrouble(state: DeviceState): boolean {
  const status = connectionStatus(state);
  const isAbsent = status === 'offline' && state.connectingTimeout && state.sseConnected && !state.connected;
  return isAbsent || status === 'refused' || status === 'unknown' || status === 'waiting';
}
