import type { DeviceState } from '../state/device-state.ts';

/** The four words that people see. */
export type ConnectionWord = 'offline' | 'connecting' | 'ready' | 'lost';

/**
 * What to call the connection: `ready` while the device is there and its events arrive, `lost` when it was there in
 * this connection and is not, `offline` when nothing was found or looked for.
 */
export function connectionWord(
  state: Pick<
    DeviceState,
    'connectionKey' | 'connectionState' | 'connectingTimeout' | 'connected' | 'sseConnected' | 'session_id'
  >,
): ConnectionWord {
  const absent = state.session_id === undefined ? 'offline' : 'lost';
  if (state.connectionKey === undefined) return 'offline';
  if (state.connectionState !== 'NOT_CONNECTING') return state.connectingTimeout ? absent : 'connecting';
  return state.connected && state.sseConnected ? 'ready' : absent;
}
