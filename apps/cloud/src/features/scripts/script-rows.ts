import { Readable } from 'node:stream';
import type { Store } from '../../store/database.ts';
import type { ScriptFiles } from './script-files.ts';

/** Bytes in one row. */
const ROW_BYTES = 256 * 1024;

/** Files in rows of the store: a database has them for every machine that uses it. */
export function createScriptRows(store: Store): ScriptFiles {
  /** The parts of a file from one on, each read when the one before was taken. */
  async function* partsFrom(name: string, first: number): AsyncGenerator<Uint8Array> {
    for (let place = first; ; place++) {
      const row = await store
        .selectFrom('script_files')
        .select('bytes')
        .where('name', '=', name)
        .where('place', '=', place)
        .executeTakeFirst();
      if (!row) return;
      // One engine gives an ArrayBuffer, the other a Buffer.
      yield new Uint8Array(row.bytes);
    }
  }

  async function* rangeOf(name: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    const first = Math.floor(start / ROW_BYTES);
    let at = first * ROW_BYTES;
    for await (const part of partsFrom(name, first)) {
      yield part.subarray(Math.max(0, start - at), Math.min(part.length, end - at));
      at += part.length;
      if (at >= end) return;
    }
  }

  async function size(name: string): Promise<number | undefined> {
    const row = await store
      .selectFrom('script_files')
      .select(({ fn }) => ['place', fn<number>('length', ['bytes']).as('length')])
      .where('name', '=', name)
      .orderBy('place', 'desc')
      .executeTakeFirst();
    return row && row.place * ROW_BYTES + row.length;
  }

  return {
    size,
    async write(contents) {
      const write = async (inside: Store) => {
        for (const [name, parts] of Object.entries(contents)) await writeFile(inside, name, Buffer.concat(parts));
      };
      await (store.isTransaction ? write(store) : store.transaction().execute(write));
    },
    async read(name) {
      const parts: Uint8Array[] = [];
      for await (const part of partsFrom(name, 0)) parts.push(part);
      return parts.length === 0 ? undefined : new Uint8Array(Buffer.concat(parts));
    },
    async stream(name, { start, end }) {
      return (await size(name)) === undefined
        ? undefined
        : Readable.from(rangeOf(name, start, end), { objectMode: false });
    },
    async remove(name) {
      await store.deleteFrom('script_files').where('name', '=', name).execute();
    },
    async names() {
      const rows = await store.selectFrom('script_files').select('name').distinct().execute();
      return rows.map(({ name }) => name);
    },
  };
}

async function writeFile(store: Store, name: string, whole: Buffer): Promise<void> {
  await store.deleteFrom('script_files').where('name', '=', name).execute();
  for (let place = 0; place === 0 || place * ROW_BYTES < whole.length; place++) {
    const bytes = whole.subarray(place * ROW_BYTES, (place + 1) * ROW_BYTES);
    await store.insertInto('script_files').values({ name, place, bytes }).execute();
  }
}
