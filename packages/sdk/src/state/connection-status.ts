import type { DeviceState } from './device-state.ts';

/** The status of the connection, for display. */
export type ConnectionStatus = 'offline' | 'connecting' | 'ready' | 'lost' | 'unknown' | 'refused' | 'waiting';

/**
 * Returns the status of the connection: `ready` while the device is connected and its events arrive, `lost` when it was
 * connected before in this connection, `offline` when no device was found or requested, `unknown` when the cloud reports
 * that no device has the key, `refused` when connecting was abandoned because the cloud does not accept the credential
 * or key, `waiting` while the cloud refuses for the number of requests.
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
