import type { EventPayload } from '@tactus/protocol';
import type { Device } from '@tactus/sdk';
import { useCallback, useEffect, useState } from 'react';
import { useDevice, useDeviceState } from '../session/device-context.tsx';

/** A fault that the device reports: a number, and perhaps a text. */
export type ReportedFault = EventPayload<'device_error'>;

/** A fault with its place in the trace, and the session of the device in which it was reported. */
interface Reported {
  readonly fault: ReportedFault;
  readonly seq: number;
  readonly sessionId: string | undefined;
}

/** The events with which a session of a device begins or ends. */
const BOUNDS: readonly string[] = ['device_status', 'device_connected', 'device_disconnected'];

/** The fault that the person has closed, by its place in the trace: it stays closed on the next page. */
const closed = new WeakMap<Device, number>();

/**
 * The fault that was reported last in this session of the device, until the person closes it. It may have been reported
 * before the alert that shows it was loaded.
 */
export function useReportedFault(): { fault: ReportedFault | undefined; close: () => void } {
  const device = useDevice();
  const sessionId = useDeviceState((state) => state.session_id);
  const [reported, setReported] = useState(() => lastReported(device));
  useEffect(() => {
    const update = () => setReported(lastReported(device));
    update();
    return device.on('device_error', update);
  }, [device]);
  const close = useCallback(() => {
    if (reported !== undefined) closed.set(device, reported.seq);
    setReported(undefined);
  }, [device, reported]);
  return { fault: reported?.sessionId === sessionId ? reported?.fault : undefined, close };
}

function lastReported(device: Device): Reported | undefined {
  const events = device.trace.entries().flatMap((entry) => (entry.kind === 'event' ? entry : []));
  const last = events.findLast(({ name }) => name === 'device_error' || BOUNDS.includes(name));
  if (last?.name !== 'device_error' || closed.get(device) === last.seq) return undefined;
  // Every event in the trace has been checked by its schema.
  return { fault: last.data as ReportedFault, seq: last.seq, sessionId: device.store.getState().session_id };
}
