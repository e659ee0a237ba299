import type { Time } from '@tactus/time';
import { type Network, networksOf } from './networks.ts';

/** Counts what addresses do in windows of time, for each network that an address belongs to. */
export interface NetworkCounter {
  /** How long an address has to wait until one more is within the bounds of all its networks, in ms; 0: it may now. */
  waitMs(address: string): number;
  /** Counts one, or as much as it was. */
  count(address: string, amount?: number): void;
  /** How many networks are remembered. */
  size(): number;
}

/** What a counter is made of. */
export interface NetworkCounterOptions {
  /** How many one address may do in a window; a wider network may do its share times as many. */
  readonly limit: number;
  readonly windowMs: number;
  /** Whether the window begins anew with the one that reaches the bound, so that the wait is a whole window. */
  readonly startsAnewAtBound: boolean;
  /** The networks of an address that count; all of them when left out. */
  readonly networks?: (address: string) => readonly Network[];
  readonly time: Time;
}

/** Networks that are remembered; the one that did nothing for longest gives way. */
const NETWORKS_MAX = 50_000;

interface Window {
  count: number;
  untilMs: number;
}

/** Builds it; nothing is counted yet. */
export function createNetworkCounter(options: NetworkCounterOptions): NetworkCounter {
  const { limit, windowMs, startsAnewAtBound, time, networks = networksOf } = options;
  /** The network that was counted longest ago comes first. */
  const windows = new Map<string, Window>();

  function windowOf(name: string): Window | undefined {
    const found = windows.get(name);
    if (!found || time.monotonic() < found.untilMs) return found;
    windows.delete(name);
    return undefined;
  }

  /** Forgets what is over among those that were counted longest ago, and one that is not where there are too many. */
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
