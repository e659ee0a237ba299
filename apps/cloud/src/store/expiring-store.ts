import type { Time } from '@tactus/time';
import { hasHash, hashSecret, randomText } from './secret-hash.ts';

/** How long an entry is stored after its last use. @internal */
export const ENTRY_LIFETIME_UNUSED_MS = 24 * 60 * 60 * 1_000;

/**
 * A store in memory: each entry has a reference and an owner, who is anyone with the secret that `add` returned. The store
 * removes an entry without a use in 24 hours.
 */
export interface ExpiringStore<T> {
  /** Adds an item and returns its secret, which is stored nowhere else; undefined when there is no room. */
  add(reference: string, thing: T): string | undefined;
  /** The item of a reference; reading counts as use. */
  get(reference: string): T | undefined;
  /** The item of a reference and its secret; a wrong secret returns the same as an unknown reference. */
  owned(reference: string, secret: string): T | undefined;
  /** Removes an item; an unknown reference is ignored. */
  remove(reference: string): void;
  /** Removes every item that was unused for long enough. */
  forgetUnused(): void;
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

/** Makes an empty store. Secrets come from the system's random source, so that nobody can predict them. */
export function createExpiringStore<T>({ time, capacity, isInUse, onGone }: Options<T>): ExpiringStore<T> {
  const all = new Map<string, Entry<T>>();

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
    add(reference, thing) {
      if (all.size >= capacity) forgetUnused();
      if (all.size >= capacity) return undefined;
      const secret = randomText();
      all.set(reference, { thing, secretHash: hashSecret(secret), usedAtMs: time.monotonic() });
      return secret;
    },
    get: (reference) => use(find(reference)),
    owned(reference, secret) {
      const entry = find(reference);
      return hasHash(secret, entry?.secretHash) ? use(entry) : undefined;
    },
    size: () => all.size,
  };
}
