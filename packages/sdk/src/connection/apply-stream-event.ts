import type { DecodedEvent } from '@tactus/protocol';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { DeviceStore } from '../state/device-store.ts';
import type { Trace } from '../trace/trace.ts';
import type { ConnectionRunner } from './run-connection.ts';

/**
 * Applies an event of the stream: first to the session, then to the state, then to the connection. Events of other
 * devices and disconnects of older sessions change nothing. Returns whether the event was about this device.
 */
export function applyStreamEvent(
  event: DecodedEvent,
  id: string | undefined,
  parts: {
    store: DeviceStore;
    dispatcher: CommandDispatcher;
    trace: Trace;
    connection: Pick<ConnectionRunner, 'dispatch'>;
  },
): boolean {
  const { store, dispatcher, trace, connection } = parts;
  const { connectionKey, session_id } = store.get();
  if (event.connectionKey !== undefined && event.connectionKey !== connectionKey) {
    trace.note({ kind: 'unhandled', what: `${event.name} of another device`, data: undefined });
    return false;
  }
  if (event.name === 'device_disconnected' && !isCurrentOrLaterSession(event.data.session_id, session_id)) {
    trace.note({ kind: 'unhandled', what: 'device_disconnected of an older session', data: event.data });
    return false;
  }

  const arrived = event.name === 'device_status' || event.name === 'device_connected' ? event.data : undefined;
  const session = arrived?.connected ? arrived.info?.session_id : undefined;
  if (session !== undefined && session_id !== undefined && session !== session_id) {
    trace.note({ kind: 'event', name: event.name, data: event.data, causedBy: undefined });
    connection.dispatch('sessionChanged');
    return true;
  }

  dispatcher.handleEvent(event, id);
  if (arrived) connection.dispatch(arrived.connected ? 'deviceConnected' : 'deviceDisconnected');
  else if (event.name === 'device_disconnected') connection.dispatch('deviceDisconnected');
  return true;
}

/**
 * Whether a session is the current one or a later one: texts in ULID order, anything else as numbers. A session that is
 * unknown on either side counts, and so does one that cannot be compared.
 * @internal
 */
export function isCurrentOrLaterSession(session: string | number | undefined, current: string | undefined): boolean {
  if (session === undefined || current === undefined) return true;
  if (typeof session === 'string') return session >= current;
  return !(session < Number(current));
}
