import type { Time } from '@tactus/time';
import { hasHash } from './secret-hash.ts';

/** How long an entry is stored after its last use. */
export const ENTRY_LIFETIME_UNUSED_MS = 24 * 60 * 60 * 1_000;

/**
 * A store in memory: each entry has a reference and an owner, who is anyone with its secret. The store removes an entry
 * without a use in 24 hours.
 */
export interface ExpiringStore<T> {
  /** Whether there is room for another entry, beside as many as are about to be added. */
  hasRoom(arriving?: number): boolean;
  /** Adds an item, of whose secret only the hash is stored; `unusedMs`: how long ago it was used last. */
  add(reference: string, thing: T, secretHash: string, unusedMs?: number): void;
  /** The item of a reference; reading counts as use. */
  get(reference: string): T | undefined;
  /** The item of a reference and its secret; a wrong secret returns the same as an unknown reference. */
  owned(reference: string, secret: string): T | undefined;
  /** Removes an item; an unknown reference is ignored. */
  remove(reference: string): void;
  /** Removes every item that was unused for long enough. */
  forgetUnused(): void;
  /** The references of the entries that were used since the last call. */
  usedMeanwhile(): readonly string[];
  size(): number;
}

interface Options<T> {
  readonly time: Time;
  /** The most entries at a time. */
  readonly capacity: number;
  /** Whether an item is in use at this moment; such an item is not removed. */
  readonly isInUse: (thing: T) => boolean;
  /** Called for every entry that the store removed. */
  readonly onGone: (thing: T) => void;
}

interface Entry<T> {
  readonly thing: T;
  readonly secretHash: string;
  usedAtMs: number;
}

/** Makes an empty store. */
export function createExpiringStore<T>({ time, capacity, isInUse, onGone }: Options<T>): ExpiringStore<T> {
  const all = new Map<string, Entry<T>>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  function remove(reference: string): void {
    const entry = all.get(reference);
    if (entry && all.delete(reference)) onGone(entry.thing);
  }

  /** Reads without counting it as use. */
  function find(reference: string): Entry<T> | undefined {
    const entry = all.get(reference);
    if (entry && isInUse(entry.thing)) entry.usedAtMs = time.monotonic();
    if (!entry || time.monotonic() - entry.usedAtMs < ENTRY_LIFETIME_UNUSED_MS) return entry;
    remove(reference);
    return undefined;
  }

  function use(entry: Entry<T> | undefined): T | undefined {
    if (entry) entry.usedAtMs = time.monotonic();
    return entry?.thing;
  }

  function forgetUnused(): void {
    for (const reference of all.keys()) find(reference);
  }

  return {
    remove,
    forgetUnused,
    hasRoom(arriving = 0) {
      if (all.size + arriving >= capacity) forgetUnused();
      return all.size + arriving < capacity;
    },
    add(reference, thing, secretHash, unusedMs = 0) {
      all.set(reference, { thing, secretHash, usedAtMs: time.monotonic() - unusedMs });
    },
    usedMeanwhile() {
      const used = [...all].filter(([, { usedAtMs }]) => usedAtMs >= lookedAtMs).map(([reference]) => reference);
      lookedAtMs = time.monotonic();
      return used;
    },
    get: (reference) => use(find(reference)),
    owned(reference, secret) {
      const entry = find(reference);
      return hasHash(secret, entry?.secretHash) ? use(entry) : undefined;
    },
    size: () => all.size,
  };
}
