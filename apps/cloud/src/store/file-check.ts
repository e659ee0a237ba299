import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The folder of the store was removed, renamed or replaced: no later start finds what is written to the file that is still open. */
export class StoreRemoved extends Error {
  override readonly name = 'StoreRemoved';
  readonly code = 'STORE_REMOVED';
}

/** A check that files keep their paths. */
export interface FileCheck {
  /** Rejects where another file, or none, has one of the paths, from then on always; and where a path cannot be read. */
  readonly check: () => Promise<void>;
  /** The same without waiting; throws. */
  readonly checkSync: () => void;
}

/**
 * Returns a check that files are those that were there at this call. On Windows an open file keeps its path, and the numbers that tell
 * files apart do not.
 */
export function createFileCheck(paths: readonly string[], platform: NodeJS.Platform = process.platform): FileCheck {
  if (platform === 'win32') return { check: async () => undefined, checkSync: () => undefined };
  const files = paths.map((path) => ({ path, first: statSync(path, { bigint: true }) }));
  let removed: StoreRemoved | undefined;

  function compare(now: readonly (BigIntStats | undefined)[]): void {
    const gone = files.find(({ first }, at) => now[at]?.ino !== first.ino || now[at].dev !== first.dev);
    if (gone) removed ??= new StoreRemoved(`${gone.path} is not the file any more that was opened`);
    if (removed) throw removed;
  }

  return {
    check: async () => compare(await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(onMissing)))),
    checkSync: () => compare(paths.map(statNow)),
  };
}

function statNow(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    return onMissing(error);
  }
}

function onMissing(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}
