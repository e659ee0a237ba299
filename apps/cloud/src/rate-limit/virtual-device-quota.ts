import type { Time } from '@tactus/time';
import { createNetworkCounter } from './network-counter.ts';

/** Devices that one address may take in an hour. */
export const DEVICES_PER_HOUR = 20;

/** Devices that the app may have taken altogether. */
export const DEVICES_IN_TOTAL = 1_000;

const HOUR_MS = 3_600_000;

/** Counts what each address took, and the networks around it together, hour by hour. */
export interface HourlyQuota {
  /** Takes one; 0 when it was granted, else how long to wait for the next, in ms. */
  take(address: string): number;
  /** How many networks are remembered. */
  size(): number;
}

/** Builds it; nothing is taken yet. */
export function createHourlyQuota({ limit, time }: { limit: number; time: Time }): HourlyQuota {
  const counter = createNetworkCounter({ limit, windowMs: HOUR_MS, startsAnewAtBound: false, time });
  return {
    size: counter.size,
    take(address) {
      const waitMs = counter.waitMs(address);
      if (waitMs === 0) counter.count(address);
      return waitMs;
    },
  };
}
