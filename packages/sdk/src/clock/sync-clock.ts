import type { Time } from '@tactus/time';
import type { Client } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import type { Trace } from '../trace/trace.ts';
import type { ClockEstimate } from './estimate.ts';
import { measureClock } from './measure.ts';

/**
 * Measures the cloud's clock and puts the estimate into the state, unless the client was exchanged meanwhile. Rejects
 * with 'HSTP is not initialized' without a client.
 */
export async function syncClock(parts: {
  readonly client: () => Client | undefined;
  readonly store: DeviceStore;
  readonly trace: Trace;
  readonly time: Time;
  /** Hears an estimate that was put into the state. */
  readonly onMeasured: (estimate: ClockEstimate) => void;
}): Promise<ClockEstimate> {
  const { store, trace, time } = parts;
  const client = parts.client();
  if (!client) throw new DeviceError('not-initialized', 'HSTP is not initialized');
  const estimate = await measureClock({
    client,
    time,
    onSample: ({ rtdMs, serverTimeMs, receivedAtMs }) =>
      trace.note({ kind: 'clock-sample', rtdMs, offsetMs: serverTimeMs + rtdMs / 2 - receivedAtMs }),
  });
  if (client === parts.client()) {
    const clockSync = { ...store.get().clockSync, ...estimate, synced: true, lastClockSync: time.now() };
    store.patch({ clockSync, clientClockSynced: true });
    parts.onMeasured(estimate);
  }
  return estimate;
}
