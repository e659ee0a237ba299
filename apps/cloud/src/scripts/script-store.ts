import { createHash } from 'node:crypto';
import type { Time } from '@tactus/time';
import { sql } from 'kysely';
import type { ScriptKind } from '../parsing/read-script.ts';
import type { Store } from '../store/database.ts';

/** The text of a script, as it is stored and served. */
export interface ScriptText {
  readonly kind: ScriptKind;
  readonly body: string;
}

/** A stored script. Its name is the hash of its text and an extension, so what a name stands for never changes. */
export interface StoredScript extends ScriptText {
  readonly name: string;
}

/** The scripts that were uploaded to this cloud, each kept for a day from its last upload. */
export interface ScriptStore {
  /** Keeps a script and gives its name; undefined when there is no room. When it resolves the script outlives a crash. */
  put(script: ScriptText): Promise<string | undefined>;
  find(name: string): Promise<StoredScript | undefined>;
  /** Forgets what has expired. */
  tidy(): Promise<void>;
}

export const SCRIPT_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Room for all scripts together. */
const ROOM_BYTES = 512 * 1024 * 1024;

/** What a row costs besides its text, so that many tiny scripts fill the room too. */
const ROW_BYTES = 512;

/** The length of a SHA-256 in base64url. */
const NAME = /^([A-Za-z0-9_-]{43})\.(csv|funscript)$/;

/** Whether a text has the shape of a script's name. */
export const isScriptName = (text: string): boolean => NAME.test(text);

interface Options {
  readonly store: Store;
  readonly time: Time;
  /** Room for all scripts together, in bytes; 512 MiB when left out. */
  readonly roomBytes?: number;
}

export function createScriptStore({ store, time, roomBytes = ROOM_BYTES }: Options): ScriptStore {
  const forgetExpired = (db: Store) => db.deleteFrom('scripts').where('expires_at', '<=', time.now()).execute();

  async function freeBytes(db: Store): Promise<number> {
    const used = sql<number | null>`sum(size + ${ROW_BYTES})`;
    const row = await db.selectFrom('scripts').select(used.as('used')).executeTakeFirst();
    return roomBytes - (row?.used ?? 0);
  }

  return {
    // The store writes ahead and waits for the disk at each commit (SQLite's own default for `synchronous`): what was
    // committed is there after a kill.
    put: ({ kind, body }) =>
      store.transaction().execute(async (db) => {
        const hash = createHash('sha256').update(body).digest('base64url');
        const name = `${hash}.${kind}`;
        const now = time.now();
        const expires_at = now + SCRIPT_LIFETIME_MS;
        const renewed = await db.updateTable('scripts').set({ expires_at }).where('hash', '=', hash).executeTakeFirst();
        if (renewed.numUpdatedRows > 0n) return name;

        const size = Buffer.byteLength(body);
        if ((await freeBytes(db)) < size + ROW_BYTES) await forgetExpired(db);
        if ((await freeBytes(db)) < size + ROW_BYTES) return undefined;
        await db.insertInto('scripts').values({ hash, kind, size, created_at: now, expires_at, body }).execute();
        return name;
      }),

    async find(name) {
      const [, hash, kind] = NAME.exec(name) ?? [];
      if (hash === undefined) return undefined;
      const row = await store
        .selectFrom('scripts')
        .select(['kind', 'body'])
        .where('hash', '=', hash)
        .where('expires_at', '>', time.now())
        .executeTakeFirst();
      return row?.kind === kind ? row && { name, ...row } : undefined;
    },

    async tidy() {
      await forgetExpired(store);
    },
  };
}
