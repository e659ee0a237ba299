import { connectionWord, type DeviceState } from '@tactus/sdk';

/** Whether something keeps the device from being there that a person should know of (`connectionTrouble` says what). */
export function hasTrouble(state: DeviceState): boolean {
  const word = connectionWord(state);
  const isAbsent = word === 'offline' && state.connectingTimeout && state.sseConnected && !state.connected;
  return isAbsent || word === 'refused' || word === 'unknown' || word === 'waiting';
}
