import type { Time } from '@tactus/time';
import { networkOf } from '../rate-limit/key-guesses.ts';

/** Devices that one address may take in an hour. */
export const DEVICES_PER_HOUR = 20;

/** Devices that the app may have taken altogether. */
export const DEVICES_IN_TOTAL = 1_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Counts what each address took, hour by hour; IPv6 addresses of one network are one. */
export interface HourlyQuota {
  /** Takes one; 0 when it was granted, else how long to wait for the next, in ms. */
  take(address: string): number;
  /** How many addresses are remembered. */
  size(): number;
}

interface Hour {
  readonly startedAt: number;
  taken: number;
}

export function createHourlyQuota({ limit, time }: { limit: number; time: Time }): HourlyQuota {
  const hours = new Map<string, Hour>();
  let sweptAt = time.monotonic();

  const isOver = ({ startedAt }: Hour, now: number) => now - startedAt >= HOUR_MS;

  function sweep(now: number): void {
    if (now - sweptAt < MINUTE_MS) return;
    sweptAt = now;
    for (const [network, hour] of hours) if (isOver(hour, now)) hours.delete(network);
  }

  return {
    size: () => hours.size,
    take(address) {
      const now = time.monotonic();
      sweep(now);
      const network = networkOf(address);
      const known = hours.get(network);
      const hour = known && !isOver(known, now) ? known : { startedAt: now, taken: 0 };
      if (hour.taken >= limit) return hour.startedAt + HOUR_MS - now;
      hour.taken += 1;
      hours.set(network, hour);
      return 0;
    },
  };
}
