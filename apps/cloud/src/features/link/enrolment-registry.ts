import type { Time } from '@tactus/time';
import { createRandomKey } from '../../devices/random-key.ts';
import type { Store } from '../../store/database.ts';
import { hasHash, hashSecret, randomText } from '../../store/secret-hash.ts';

/** A connection key with its secret; the secret is stored nowhere else. */
export interface DeviceKey {
  readonly connectionKey: string;
  readonly secret: string;
}

/** Which devices may link, by connection key; they outlive a restart. */
export interface EnrolmentRegistry {
  /** Makes a key and its secret; both are stored when it resolves. Undefined when the limit is reached. */
  make(label: string): Promise<DeviceKey | undefined>;
  /** Whether the secret is that of the key; stored keys are known from the first `forgetUnused` on. */
  check(key: DeviceKey): boolean;
  /** Whether a key is enrolled; known likewise. */
  has(connectionKey: string): boolean;
  /** Stores the time at which a device was last linked. False where the store has the key no longer, which is forgotten then. */
  noteSeen(connectionKey: string): Promise<boolean>;
  remove(connectionKey: string): Promise<void>;
  /**
   * Removes keys without a link within a day of their creation, or for 90 days; returns them, and those that the store has no longer: a
   * database may have removed one without an answer, or for another cloud.
   */
  forgetUnused(): Promise<readonly string[]>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const FORGET_NEVER_LINKED_MS = DAY_MS;
const FORGET_UNSEEN_MS = 90 * DAY_MS;

interface Options {
  readonly store: Store;
  readonly time: Time;
  /** The most keys. */
  readonly capacity: number;
}

/** Stores the enrolled devices in `store`. */
export function createEnrolmentRegistry({ store, time, capacity }: Options): EnrolmentRegistry {
  /** All keys with the hash of their secret: a stream looks a key up at once, and a device links while the store does not answer. */
  const known = new Map<string, string>();

  async function count(): Promise<number> {
    const { rows } = await store
      .selectFrom('enrolments')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  }

  return {
    async make(label) {
      if ((await count()) >= capacity) return undefined;
      const key: DeviceKey = {
        connectionKey: createRandomKey(),
        secret: randomText(),
      };
      const hash = hashSecret(key.secret);
      await store
        .insertInto('enrolments')
        .values({
          connection_key: key.connectionKey,
          secret_hash: hash,
          label,
          created_at: time.now(),
          last_seen_at: null,
        })
        .execute();
      known.set(key.connectionKey, hash);
      return key;
    },
    has: (connectionKey) => known.has(connectionKey),
    check: ({ connectionKey, secret }) => hasHash(secret, known.get(connectionKey)),
    async noteSeen(connectionKey) {
      const { numUpdatedRows } = await store
        .updateTable('enrolments')
        .set({ last_seen_at: time.now() })
        .where('connection_key', '=', connectionKey)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
      known.delete(connectionKey);
      return false;
    },
    async remove(connectionKey) {
      await store.deleteFrom('enrolments').where('connection_key', '=', connectionKey).execute();
      known.delete(connectionKey);
    },
    async forgetUnused() {
      const forgotten = await store
        .deleteFrom('enrolments')
        .where(({ or, and, eb }) =>
          or([
            eb('last_seen_at', '<', time.now() - FORGET_UNSEEN_MS),
            and([eb('last_seen_at', 'is', null), eb('created_at', '<', time.now() - FORGET_NEVER_LINKED_MS)]),
          ]),
        )
        .returning('connection_key')
        .execute();
      // A key that is made during the query may not be in its result.
      const before = [...known.keys()];
      const rows = await store.selectFrom('enrolments').select(['connection_key', 'secret_hash']).execute();
      const left = new Map(rows.map(({ connection_key: key, secret_hash: hash }) => [key, hash]));
      const gone = new Set([
        ...forgotten.map(({ connection_key: key }) => key),
        ...before.filter((key) => !left.has(key)),
      ]);
      for (const [key, hash] of left) known.set(key, hash);
      for (const key of gone) known.delete(key);
      return [...gone];
    },
  };
}
