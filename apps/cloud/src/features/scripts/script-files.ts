import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { StoreRemoved } from '../../store/file-check.ts';
import { syncFolder } from '../../store/sync-folder.ts';
import type { ByteRange } from './byte-range.ts';

/** The contents of stored scripts, by file name. No call blocks the event loop while the disk works. */
export interface ScriptFiles {
  /**
   * Stores files, each in parts that follow one another, by their names; when it resolves they survive a crash. No partial file
   * remains when it rejects.
   */
  write(contents: Readonly<Record<string, readonly Uint8Array[]>>): Promise<void>;
  /** All of a file; the caller may change the bytes. Undefined where there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Size of a file in bytes; undefined where there is no such file. */
  size(name: string): Promise<number | undefined>;
  /** A part of a file, read while it is sent; undefined where there is no such file. */
  stream(name: string, range: ByteRange): Promise<Readable | undefined>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

/** The files of a cloud beside its store: in a folder of `dataDir`, or in memory where the store is in memory too. */
export const scriptFilesOf = (dataDir: string): ScriptFiles =>
  dataDir === ':memory:' ? createMemoryFiles() : createFolderFiles(join(dataDir, 'scripts'));

/** Files in memory, which are lost with the process. */
function createMemoryFiles(): ScriptFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async write(contents) {
      for (const [name, parts] of Object.entries(contents)) files.set(name, Buffer.concat(parts));
    },
    async read(name) {
      const bytes = files.get(name);
      return bytes && new Uint8Array(bytes);
    },
    size: async (name) => files.get(name)?.length,
    async stream(name, { start, end }) {
      const bytes = files.get(name);
      return bytes && Readable.from([bytes.subarray(start, end)], { objectMode: false });
    },
    remove: async (name) => void files.delete(name),
    names: async () => [...files.keys()],
  };
}

/** Suffix of a file that is not complete yet. */
const HALF = '.half';

/** Files in a folder that only its owner can read. The folder is made with the first file. */
function createFolderFiles(folder: string): ScriptFiles {
  let halves = 0;

  /** Not the folder around it: one that is made anew would be in the way of one that is put back. */
  async function makeFolder(): Promise<void> {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new StoreRemoved(`${folder} cannot be made: there is no folder around it`);
      if (error.code !== 'EEXIST') throw error;
    });
    await chmod(folder, 0o700);
  }

  return {
    async write(contents) {
      await makeFolder();
      const all = Object.entries(contents).map(([name, parts]) => {
        const path = join(folder, name);
        return { path, half: `${path}.${process.pid}-${halves++}${HALF}`, parts };
      });
      try {
        await allDone(all.map(({ half, parts }) => writeWhole(half, parts)));
        await allDone(all.map(({ half, path }) => rename(half, path)));
      } catch (error) {
        await Promise.allSettled(all.map(({ half }) => rm(half, { force: true })));
        throw error;
      }
      await syncFolder(folder);
    },
    async read(name) {
      const handle = await open(join(folder, name)).catch(onMissing);
      return handle && readWhole(handle).finally(() => handle.close());
    },
    size: async (name) => (await stat(join(folder, name)).catch(onMissing))?.size,
    async stream(name, { start, end }) {
      const handle = await open(join(folder, name)).catch(onMissing);
      return handle?.createReadStream({ start, end: end - 1 });
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    names: async () => (await readdir(folder).catch(onMissing)) ?? [],
  };
}

/** Waits for all tasks, also where one fails, and then rejects with the first failure. */
async function allDone(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

async function writeWhole(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for (const bytes of parts) await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads into one piece of memory: `readFile` joins the pieces of a large file in the event loop. */
async function readWhole(handle: FileHandle): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow((await handle.stat()).size);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
