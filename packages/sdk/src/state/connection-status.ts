import type { DeviceState } from './device-state.ts';

/** The status of the connection, as people see it. */
export type ConnectionStatus = 'offline' | 'connecting' | 'ready' | 'lost' | 'unknown' | 'refused' | 'waiting';

/**
 * Names the status of the connection: `ready` while the device is there and its events arrive, `lost` when it was there in
 * this connection and is not, `offline` when nothing was found or looked for, `unknown` when the cloud says that no device
 * has the key, `refused` when connecting was given up because the cloud does not accept credential or key, `waiting` while the
 * cloud refuses for the number of requests.
 */
export function connectionStatus(
  state: Pick<
    DeviceState,
    | 'connectionKey'
    | 'connectionState'
    | 'connectingTimeout'
    | 'connected'
    | 'sseConnected'
    | 'session_id'
    | 'refusal'
    | 'keyUnknown'
    | 'rateLimitedUntil'
  >,
): ConnectionStatus {
  const absent = state.session_id === undefined ? 'offline' : 'lost';
  if (state.connectionKey === undefined) return 'offline';
  if (state.refusal) return 'refused';
  if (state.rateLimitedUntil !== undefined) return 'waiting';
  if (state.keyUnknown) return 'unknown';
  if (state.connectionState !== 'NOT_CONNECTING') return state.connectingTimeout ? absent : 'connecting';
  return state.connected && state.sseConnected ? 'ready' : absent;
}
