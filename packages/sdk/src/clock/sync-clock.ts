import type { Time } from '@tactus/time';
import type { Client } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import type { ClockEstimate, ClockSample } from '../state/estimate.ts';
import type { Trace } from '../trace/trace.ts';
import { measureCloudClock, type TimedClockSample } from './measure.ts';

/** The parts of a measurement for the state. */
export interface ClockSyncParts {
  readonly client: () => Client | undefined;
  readonly store: DeviceStore;
  readonly trace: Trace;
  readonly time: Time;
  /** Called with an estimate that was put into the state. */
  readonly onMeasured: (estimate: ClockEstimate) => void;
  /** Called with the samples of a measurement, in order: the first opened the connection. */
  readonly onSamples: (samples: readonly TimedClockSample[]) => void;
  /** Aborts the measurement. */
  readonly signal?: AbortSignal;
}

/**
 * Measures the cloud's clock and puts the estimate into the state, unless the client was replaced meanwhile. Rejects
 * with 'HSTP is not initialized' without a client.
 */
export async function syncCloudClock(parts: ClockSyncParts): Promise<ClockEstimate> {
  const { store, trace, time } = parts;
  const client = parts.client();
  if (!client) throw new DeviceError('not-initialized', 'HSTP is not initialized');
  const samples: TimedClockSample[] = [];
  const estimate = await measureCloudClock({
    client,
    time,
    ...(parts.signal && { signal: parts.signal }),
    onSample(sample) {
      samples.push(sample);
      traceClockSample(trace, sample);
    },
  });
  parts.onSamples(samples);
  if (client === parts.client()) {
    const clockSync = { ...store.get().clockSync, ...estimate, synced: true, lastClockSync: time.now() };
    store.patch({ clockSync, clientClockSynced: true });
    parts.onMeasured(estimate);
  }
  return estimate;
}

/** Adds a sample of the cloud's clock to the trace. */
export function traceClockSample(trace: Trace, { rtdMs, serverTimeMs, receivedAtMs }: ClockSample): void {
  trace.note({ kind: 'clock-sample', rtdMs, offsetMs: serverTimeMs + rtdMs / 2 - receivedAtMs });
}
