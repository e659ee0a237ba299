import type { Time } from '@tactus/time';
import { createNetworkCounter } from './network-counter.ts';
import { networkOf, networksOf } from './networks.ts';

/** Counts, for each address and the networks around it, the unknown connection keys that it names. */
export interface KeyScanGuard {
  /**
   * Notes that an address named a key. 0 when the request may pass, else how long the address has to wait, in ms. An address
   * that named too many unknown keys may for a minute name only keys that it named before: a new key is not looked up, so
   * that a refusal reveals nothing. Keys in use from that address pass as before.
   */
  named(address: string, key: string, isKnown: boolean): number;
  /** Number of counted addresses. */
  size(): number;
}

/** Different unknown keys that one address may name in a minute. */
export const UNKNOWN_KEYS_PER_MINUTE = 60;

const WINDOW_MS = 60_000;

/** How long the used keys of an address without requests are stored. */
const FORGET_AFTER_MS = 60 * WINDOW_MS;

/** Limit of the used keys of one address; the oldest is dropped. */
const USED_KEYS = 1_000;

/** Limit of counted networks; the first counted one is dropped. */
const NETWORKS_MAX = 20_000;

interface ClientWindow {
  /** Keys of devices. */
  readonly used: Set<string>;
  readonly unknown: Set<string>;
  /** The start of the minute of `unknown`. */
  startedAt: number;
  blockedUntil: number;
  seenAt: number;
}

/** Returns a guard that allows each address `limit` unknown keys a minute. */
export function createKeyScanGuard({ limit, time }: { limit: number; time: Time }): KeyScanGuard {
  const clients = new Map<string, ClientWindow>();
  /** Unknown keys of the wider networks of an address together. */
  const wider = createNetworkCounter({
    ...{ limit, windowMs: WINDOW_MS, startsAnewAtBound: true, time },
    networks: (address) => networksOf(address).slice(1),
  });
  let sweptAt = time.monotonic();

  function sweep(now: number): void {
    if (now - sweptAt < WINDOW_MS) return;
    sweptAt = now;
    for (const [address, { seenAt, used }] of clients) {
      if (now - seenAt >= (used.size > 0 ? FORGET_AFTER_MS : WINDOW_MS)) clients.delete(address);
    }
  }

  function windowOf(address: string, now: number): ClientWindow {
    const name = networkOf(address);
    let client = clients.get(name);
    if (!client) {
      client = { used: new Set(), unknown: new Set(), startedAt: now, blockedUntil: now, seenAt: now };
      clients.set(name, client);
      const [oldest] = clients.keys();
      if (clients.size > NETWORKS_MAX && oldest !== undefined) clients.delete(oldest);
    }
    client.seenAt = now;
    return client;
  }

  return {
    size: () => clients.size,
    named(address, key, isKnown) {
      const now = time.monotonic();
      sweep(now);
      const client = windowOf(address, now);
      const { used, unknown } = client;
      if (used.has(key)) return 0;
      const waitMs = Math.max(client.blockedUntil - now, wider.waitMs(address));
      if (waitMs > 0) return unknown.has(key) ? 0 : waitMs;
      if (isKnown) {
        const [oldest] = used;
        if (oldest !== undefined && used.size >= USED_KEYS) used.delete(oldest);
        used.add(key);
        return 0;
      }
      if (now - client.startedAt >= WINDOW_MS) {
        unknown.clear();
        client.startedAt = now;
      }
      if (unknown.has(key)) return 0;
      if (unknown.size < limit) {
        unknown.add(key);
        wider.count(address);
        return 0;
      }
      client.startedAt = now;
      client.blockedUntil = now + WINDOW_MS;
      return WINDOW_MS;
    },
  };
}
