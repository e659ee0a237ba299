import type { Time } from '@tactus/time';
import { createNetworkCounter } from './network-counter.ts';
import { networkOf, networksOf } from './networks.ts';

/** Watches, for each address and the networks around it, how many connection keys it names that nobody has. */
export interface KeyGuesses {
  /**
   * Notes that an address named a key. 0 when it may go on, else how long it has to wait, in ms. Whoever named too many
   * keys that nobody has may for a minute name only keys that it named before: a new one is not looked at, so that a
   * refusal tells nothing. Keys in use from that address go on as ever.
   */
  named(address: string, key: string, isKnown: boolean): number;
  /** How many addresses are remembered. */
  size(): number;
}

/** Different unknown keys that one address may name in a minute. */
export const UNKNOWN_KEYS_PER_MINUTE = 60;

const WINDOW_MS = 60_000;

/** How long an address without requests keeps the keys that it has used. */
const FORGET_AFTER_MS = 60 * WINDOW_MS;

/** Used keys that are remembered for one address; the oldest goes first. */
const USED_KEYS = 1_000;

/** Networks that are remembered; the one that came first gives way. */
const NETWORKS_MAX = 20_000;

interface Asker {
  /** Keys of devices. */
  readonly used: Set<string>;
  readonly unknown: Set<string>;
  /** When the minute of `unknown` began. */
  startedAt: number;
  blockedUntil: number;
  seenAt: number;
}

export function createKeyGuesses({ limit, time }: { limit: number; time: Time }): KeyGuesses {
  const askers = new Map<string, Asker>();
  /** What the wider networks of an address guess together. */
  const wider = createNetworkCounter({
    ...{ limit, windowMs: WINDOW_MS, startsAnewAtBound: true, time },
    networks: (address) => networksOf(address).slice(1),
  });
  let sweptAt = time.monotonic();

  function sweep(now: number): void {
    if (now - sweptAt < WINDOW_MS) return;
    sweptAt = now;
    for (const [address, { seenAt, used }] of askers) {
      if (now - seenAt >= (used.size > 0 ? FORGET_AFTER_MS : WINDOW_MS)) askers.delete(address);
    }
  }

  function askerOf(address: string, now: number): Asker {
    const name = networkOf(address);
    let asker = askers.get(name);
    if (!asker) {
      asker = { used: new Set(), unknown: new Set(), startedAt: now, blockedUntil: now, seenAt: now };
      askers.set(name, asker);
      const [oldest] = askers.keys();
      if (askers.size > NETWORKS_MAX && oldest !== undefined) askers.delete(oldest);
    }
    asker.seenAt = now;
    return asker;
  }

  return {
    size: () => askers.size,
    named(address, key, isKnown) {
      const now = time.monotonic();
      sweep(now);
      const asker = askerOf(address, now);
      const { used, unknown } = asker;
      if (used.has(key)) return 0;
      const waitMs = Math.max(asker.blockedUntil - now, wider.waitMs(address));
      if (waitMs > 0) return unknown.has(key) ? 0 : waitMs;
      if (isKnown) {
        const [oldest] = used;
        if (oldest !== undefined && used.size >= USED_KEYS) used.delete(oldest);
        used.add(key);
        return 0;
      }
      if (now - asker.startedAt >= WINDOW_MS) {
        unknown.clear();
        asker.startedAt = now;
      }
      if (unknown.has(key)) return 0;
      if (unknown.size < limit) {
        unknown.add(key);
        wider.count(address);
        return 0;
      }
      asker.startedAt = now;
      asker.blockedUntil = now + WINDOW_MS;
      return WINDOW_MS;
    },
  };
}
