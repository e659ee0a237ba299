import type { CloudParts } from '../parts.ts';
import { createLapses } from './lapse.ts';
import { createLeaseDesk, type LeaseDesk } from './lease-desk.ts';
import { stopDevice } from './stop-device.ts';

/** The leases of a cloud, and what happens when one runs out. */
export interface Leases extends LeaseDesk {
  /** Stops what moves on a device as the end of its lease does. */
  stop(connectionKey: string): void;
}

/** Puts desk and lapses together. */
export function createLeases(
  parts: Pick<CloudParts, 'time' | 'devices' | 'caller' | 'playbacks' | 'metrics'> & {
    /** Whether an event stream of this device is open. */
    readonly isWatched: (connectionKey: string) => boolean;
    readonly onError: (error: unknown) => void;
  },
): Leases {
  const desk = createLeaseDesk({
    time: parts.time,
    isWatched: parts.isWatched,
    onEnd(end, connectionKey, isTold) {
      parts.metrics.leaseEnded(end);
      if (end === 'ran-out' && !isTold) lapses.stop(connectionKey);
    },
  });
  const lapses = createLapses({
    time: parts.time,
    isHeld: desk.isHeld,
    onError: parts.onError,
    async stopNow(connectionKey) {
      const device = parts.devices.get(connectionKey);
      return device ? stopDevice(parts, device) : false;
    },
  });
  return {
    ...desk,
    stop: lapses.stop,
    close() {
      desk.close();
      lapses.close();
    },
  };
}
