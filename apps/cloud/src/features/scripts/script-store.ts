import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { ScriptColumns } from '@tactus/motion';
import type { Time } from '@tactus/time';
import { sql } from 'kysely';
import { PARSED_AT_ONCE_BYTES } from '../../parsing/parser.ts';
import type { ScriptKind, StoredUpload } from '../../parsing/read-script.ts';
import type { Store } from '../../store/database.ts';
import { createKeyLocks } from '../../store/key-locks.ts';
import type { ByteRange } from './byte-range.ts';
import type { ScriptFiles } from './script-files.ts';

/** A stored script. Its name is the hash of its text and an extension, so the content of a name never changes. */
export interface StoredScript {
  readonly name: string;
  readonly kind: ScriptKind;
  /** Opens the text; undefined where it was removed meanwhile. */
  open(): Promise<StoredScriptText | undefined>;
}

/** The text of a stored script, as it was uploaded. Each read returns undefined where it was removed meanwhile. */
export interface StoredScriptText {
  /** In bytes. */
  readonly size: number;
  /** The whole text; the caller may change the bytes. */
  whole(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** A part of the text; a large text is read while it is sent. */
  part(range: ByteRange): Promise<Uint8Array | Readable | undefined>;
}

/** The scripts that were uploaded to this cloud, each stored for a day from its last upload. */
export interface ScriptStore {
  /** Stores a script and returns its name; undefined when there is no room. When it resolves the script survives a crash. */
  put(script: StoredUpload): Promise<string | undefined>;
  find(name: string): Promise<StoredScript | undefined>;
  /** The points of a large script, parsed when it was uploaded; undefined where only its text was stored. */
  points(name: string): Promise<ScriptColumns | undefined>;
  /** Removes expired scripts. */
  tidy(): Promise<void>;
}

/** How long a script is stored after its last upload, ms. */
export const SCRIPT_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Size of a row besides its text, so that many tiny scripts use the room up too. */
const ROW_BYTES = 512;

/** The ending of the file with the points of a script. */
const POINTS = '.points';

/** The length of a SHA-256 in base64url. */
const NAME = /^([A-Za-z0-9_-]{43})\.(csv|funscript)$/;

/** Whether a text has the shape of a script's name. */
export const isScriptName = (text: string): boolean => NAME.test(text);

/**
 * A small script has its text in the row; a large one has files for its text and its points. So has one that no text can hold: with a
 * zero byte, which a text of PostgreSQL cannot have, or in another encoding than UTF-8.
 */
const isSmall = ({ body }: StoredUpload): boolean =>
  body.length <= PARSED_AT_ONCE_BYTES && !body.includes(0) && isUtf8(body);

/** Size of the text and the points of a script on the disk, in bytes. */
const sizeOf = (script: StoredUpload): number =>
  script.body.length + (isSmall(script) ? 0 : serializedColumnsBytes(script.columns));

/** The files of a script that is stored as files. */
const fileNamesOf = ({ hash, kind }: Pick<StoredUpload, 'hash' | 'kind'>) => [`${hash}.${kind}`, `${hash}${POINTS}`];

interface Options {
  readonly store: Store;
  readonly files: ScriptFiles;
  readonly time: Time;
  /** Limit of all scripts together, in bytes. */
  readonly roomBytes: number;
}

/**
 * Stores names, times and small scripts in the store, and large scripts in files: SQLite would block the event loop until a
 * large text is written.
 */
export function createScriptStore({ store, files, time, roomBytes }: Options): ScriptStore {
  /** Sizes of scripts that are being written, by hash; they have no row yet. */
  const arriving = new Map<string, number>();
  /** Serialises the work on the files of each script, by its hash. */
  const locked = createKeyLocks();

  /** Reserves room for a script before it is written; returns whether there was enough. */
  async function reserve(hash: string, size: number): Promise<boolean> {
    const used = sql<number | null>`sum(size + ${ROW_BYTES})`;
    const row = await store.selectFrom('scripts').select(used.as('used')).executeTakeFirst();
    const coming = [...arriving.values()].reduce((sum, bytes) => sum + bytes + ROW_BYTES, 0);
    if ((row?.used ?? 0) + coming + size + ROW_BYTES > roomBytes) return false;
    arriving.set(hash, size);
    return true;
  }

  async function forgetExpired(): Promise<void> {
    await store.deleteFrom('scripts').where('expires_at', '<=', time.now()).execute();
    const found = await files.names();
    const saved = await store.selectFrom('scripts').select(['hash', 'kind']).execute();
    const wanted = new Set(saved.flatMap(fileNamesOf));
    for (const name of found) if (!wanted.has(name)) await removeUnwanted(name);
  }

  /** Removes a file that belongs to no script, and checks again that no script has come meanwhile. */
  function removeUnwanted(name: string): Promise<void> {
    const [hash = ''] = name.split('.');
    return locked(hash, async () => {
      const row = await store
        .selectFrom('scripts')
        .select(['hash', 'kind'])
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (!row || !fileNamesOf(row).includes(name)) await files.remove(name);
    });
  }

  /** The row of a script that has not expired, without its text. */
  async function rowOf(name: string) {
    const [, hash, kind] = NAME.exec(name) ?? [];
    if (hash === undefined) return undefined;
    const row = await store
      .selectFrom('scripts')
      .select(['hash', 'kind', 'size'])
      .where('hash', '=', hash)
      .where('expires_at', '>', time.now())
      .executeTakeFirst();
    return row?.kind === kind ? row : undefined;
  }

  async function openText(name: string, hash: string): Promise<StoredScriptText | undefined> {
    const row = await store.selectFrom('scripts').select('body').where('hash', '=', hash).executeTakeFirst();
    // Small scripts, and all scripts of older versions, have their text in the row.
    if (row && row.body !== '') return textOf(new TextEncoder().encode(row.body));
    const size = await files.size(name);
    if (size === undefined) return undefined;
    return { size, whole: () => files.read(name), part: (range) => files.stream(name, range) };
  }

  /** Stores a script that exists for another day; returns whether it exists. */
  async function renew(script: StoredUpload): Promise<boolean> {
    const { hash, kind } = script;
    if (!isSmall(script) && (await files.size(`${hash}.${kind}`)) === undefined) return false;
    const expires_at = time.now() + SCRIPT_LIFETIME_MS;
    const row = store.updateTable('scripts').set({ expires_at }).where('hash', '=', hash);
    return (await row.executeTakeFirst()).numUpdatedRows > 0n;
  }

  // The store answers a write when the disk has it (`DurableDialect`), and the files were written before:
  // a committed script survives a kill.
  async function write(script: StoredUpload): Promise<void> {
    const { hash, kind, body, columns } = script;
    if (!isSmall(script))
      await files.write({ [`${hash}${POINTS}`]: serializeColumns(columns), [`${hash}.${kind}`]: [body] });
    const now = time.now();
    const text = isSmall(script) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) : '';
    const size = sizeOf(script);
    const row = { hash, kind, size, created_at: now, expires_at: now + SCRIPT_LIFETIME_MS, body: text };
    // An older version may have stored the text in the row.
    const stored = store
      .insertInto('scripts')
      .values(row)
      .onConflict((same) => same.column('hash').doUpdateSet({ size, expires_at: row.expires_at, body: text }))
      .execute();
    await stored.catch(async (error: unknown) => {
      // Files without a row occupy a disk that may be full.
      if (!isSmall(script)) await Promise.allSettled(fileNamesOf(script).map(files.remove));
      throw error;
    });
  }

  /** Renews or writes a script; returns false where there is no room. */
  async function save(script: StoredUpload): Promise<boolean> {
    const { hash } = script;
    if (await renew(script)) return true;
    if (!(await reserve(hash, sizeOf(script)))) return false;
    try {
      await write(script);
    } finally {
      arriving.delete(hash);
    }
    return true;
  }

  return {
    async put(script) {
      const { hash, kind } = script;
      let isSaved = await locked(hash, () => save(script));
      if (!isSaved) {
        // Without the lock: an expired script may have this very hash.
        await forgetExpired();
        isSaved = await locked(hash, () => save(script));
      }
      return isSaved ? `${hash}.${kind}` : undefined;
    },

    async find(name) {
      const row = await rowOf(name);
      return row && { name, kind: row.kind, open: () => openText(name, row.hash) };
    },

    async points(name) {
      const row = await rowOf(name);
      if (!row || row.size <= PARSED_AT_ONCE_BYTES) return undefined;
      const packed = await files.read(`${row.hash}${POINTS}`);
      return packed && deserializeColumns(packed);
    },

    tidy: forgetExpired,
  };
}

/** A text that is already in memory. */
const textOf = (bytes: Uint8Array<ArrayBuffer>): StoredScriptText => ({
  size: bytes.length,
  whole: async () => bytes,
  part: async ({ start, end }) => bytes.subarray(start, end),
});

const BYTES_PER_POINT = Uint32Array.BYTES_PER_ELEMENT + Uint8Array.BYTES_PER_ELEMENT;

/** Size of the points of a script in the file format, in bytes. */
const serializedColumnsBytes = ({ timesMs }: ScriptColumns): number => timesMs.length * BYTES_PER_POINT;

/** The points of a script in the file format, without a copy: all times, then all positions. Times have the byte order of this machine. */
const serializeColumns = ({ timesMs, positions }: ScriptColumns): readonly Uint8Array[] => [
  new Uint8Array(timesMs.buffer, timesMs.byteOffset, timesMs.byteLength),
  positions,
];

/** Reads the points of such a file and takes over its memory: it is copied only where its alignment requires that. */
function deserializeColumns(packed: Uint8Array<ArrayBuffer>): ScriptColumns {
  // A typed array must begin at a multiple of its element's size.
  if (packed.byteOffset % Uint32Array.BYTES_PER_ELEMENT !== 0) return deserializeColumns(new Uint8Array(packed));
  const points = Math.floor(packed.length / BYTES_PER_POINT);
  const timesMs = new Uint32Array(packed.buffer, packed.byteOffset, points);
  return { timesMs, positions: new Uint8Array(packed.buffer, packed.byteOffset + timesMs.byteLength, points) };
}
