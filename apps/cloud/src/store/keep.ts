import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Time } from '@tactus/time';

/** How long something is kept after it was used last. @internal */
export const KEPT_UNUSED_MS = 24 * 60 * 60 * 1_000;

/**
 * Things kept in memory by their reference, each owned by whoever has the secret made with it. What nobody uses for
 * 24 hours is forgotten.
 */
export interface Keep<T> {
  /** Takes a thing in and gives its secret, which is nowhere else; undefined when there is no room. */
  add(reference: string, thing: T): string | undefined;
  /** The thing of a reference; looking counts as use. */
  get(reference: string): T | undefined;
  /** The thing of a reference for whoever knows its secret; a wrong one gives what an unknown reference gives. */
  owned(reference: string, secret: string): T | undefined;
  /** Forgets a thing now; unknown references do not matter. */
  remove(reference: string): void;
  /** Forgets everything that was not used for long enough. */
  forgetUnused(): void;
  size(): number;
}

interface Options<T> {
  readonly time: Time;
  /** Most things that are kept at a time. */
  readonly capacity: number;
  /** Whether a thing is in use at this moment; such a one is not forgotten. */
  readonly isInUse: (thing: T) => boolean;
  /** Hears of every thing that is kept no longer. */
  readonly onGone: (thing: T) => void;
}

interface Kept<T> {
  readonly thing: T;
  readonly secretHash: Buffer;
  usedAtMs: number;
}

const SECRET_BYTES = 32;

/** Makes an empty keep. Secrets come from the system's own source: nobody may be able to repeat them. */
export function createKeep<T>({ time, capacity, isInUse, onGone }: Options<T>): Keep<T> {
  const all = new Map<string, Kept<T>>();

  function remove(reference: string): void {
    const kept = all.get(reference);
    if (kept && all.delete(reference)) onGone(kept.thing);
  }

  /** Looks without counting it as use. */
  function find(reference: string): Kept<T> | undefined {
    const kept = all.get(reference);
    if (kept && isInUse(kept.thing)) kept.usedAtMs = time.monotonic();
    if (!kept || time.monotonic() - kept.usedAtMs < KEPT_UNUSED_MS) return kept;
    remove(reference);
    return undefined;
  }

  function use(kept: Kept<T> | undefined): T | undefined {
    if (kept) kept.usedAtMs = time.monotonic();
    return kept?.thing;
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
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      all.set(reference, { thing, secretHash: hashOf(secret), usedAtMs: time.monotonic() });
      return secret;
    },
    get: (reference) => use(find(reference)),
    owned(reference, secret) {
      const kept = find(reference);
      return kept && timingSafeEqual(kept.secretHash, hashOf(secret)) ? use(kept) : undefined;
    },
    size: () => all.size,
  };
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
