import type { Time } from '@tactus/time';

/** Devices that one address may take in an hour. */
export const DEVICES_PER_HOUR = 20;

/** Devices that the app may have taken altogether. */
export const DEVICES_IN_TOTAL = 1_000;

const HOUR_MS = 60 * 60 * 1_000;

/** Counts what each address took, hour by hour. */
export interface HourlyQuota {
  /** Takes one; 0 when it was granted, else how long to wait for the next, in ms. */
  take(address: string): number;
}

export function createHourlyQuota({ limit, time }: { limit: number; time: Time }): HourlyQuota {
  const hours = new Map<string, { startedAt: number; taken: number }>();
  return {
    take(address) {
      const now = time.monotonic();
      for (const [known, { startedAt }] of hours) if (now - startedAt >= HOUR_MS) hours.delete(known);
      const hour = hours.get(address) ?? { startedAt: now, taken: 0 };
      if (hour.taken >= limit) return hour.startedAt + HOUR_MS - now;
      hour.taken += 1;
      hours.set(address, hour);
      return 0;
    },
  };
}
