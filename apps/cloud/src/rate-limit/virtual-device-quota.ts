import type { Time } from '@tactus/time';
import { createNetworkCounter } from './network-counter.ts';

/** Devices that one address may create in an hour. */
export const DEVICES_PER_HOUR = 20;

const HOUR_MS = 3_600_000;

/** Counts what each address used, and the networks around it together, hour by hour. */
export interface HourlyQuota {
  /** Uses one; 0 when it was granted, else the wait for the next, in ms. */
  take(address: string): number;
  /** Number of counted networks. */
  size(): number;
}

/** Returns a quota of which no address has used anything yet. */
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
