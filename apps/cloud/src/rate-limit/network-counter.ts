import type { Time } from '@tactus/time';
import { type LimitedNetwork, networksOf } from './networks.ts';

/** Counts events of addresses in windows of time, for each network that an address belongs to. */
export interface NetworkCounter {
  /** How long an address has to wait until one more event is within the limits of all its networks, in ms; 0: not at all. */
  waitMs(address: string): number;
  /** Counts one event, or an amount. */
  count(address: string, amount?: number): void;
  /** Number of counted networks. */
  size(): number;
}

/** Options of a counter. */
export interface NetworkCounterOptions {
  /** Limit of one address in a window; a wider network has the multiple that its share states. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether reaching the limit restarts the window, so that the wait is a whole window. */
  readonly startsAnewAtBound: boolean;
  /** The networks of an address that count; all of them when left out. */
  readonly networks?: (address: string) => readonly LimitedNetwork[];
  readonly time: Time;
}

/** Limit of counted networks; the one without an event for longest is dropped. */
const NETWORKS_MAX = 50_000;

interface Window {
  count: number;
  untilMs: number;
}

/** Returns a counter of events by network, at 0 for every network. */
export function createNetworkCounter(options: NetworkCounterOptions): NetworkCounter {
  const { limit, windowMs, startsAnewAtBound, time, networks = networksOf } = options;
  /** In the order of the last count. */
  const windows = new Map<string, Window>();

  function windowOf(name: string): Window | undefined {
    const found = windows.get(name);
    if (!found || time.monotonic() < found.untilMs) return found;
    windows.delete(name);
    return undefined;
  }

  /** Drops ended windows among the oldest counts, and the oldest window where there are too many. */
  function makeRoom(): void {
    for (const [name, { untilMs }] of windows) {
      if (time.monotonic() < untilMs && windows.size < NETWORKS_MAX) return;
      windows.delete(name);
    }
  }

  return {
    size: () => windows.size,
    waitMs(address) {
      const waits = networks(address).map(({ name, share }) => {
        const window = windowOf(name);
        return window && window.count >= limit * share ? window.untilMs - time.monotonic() : 0;
      });
      return Math.max(0, ...waits);
    },
    count(address, amount = 1) {
      makeRoom();
      const endMs = time.monotonic() + windowMs;
      for (const { name, share } of networks(address)) {
        const window = windowOf(name) ?? { count: 0, untilMs: endMs };
        window.count += amount;
        if (startsAnewAtBound && window.count === limit * share) window.untilMs = endMs;
        windows.delete(name);
        windows.set(name, window);
      }
    },
  };
}
