import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The folder of the store was removed, renamed or replaced: no later start finds what is written to the file that is still open. */
class StoreRemoved extends Error {
  override readonly name = 'StoreRemoved';
  readonly code = 'STORE_REMOVED';
}

/** A check that a file keeps its path. */
export interface FileCheck {
  /** Rejects where another file, or none, has the path, from then on always; and where the path cannot be read. */
  readonly check: () => Promise<void>;
  /** The same without waiting; throws. */
  readonly checkSync: () => void;
}

/**
 * Returns a check that a file is the one that was there at this call. On Windows an open file keeps its path, and the numbers that tell
 * files apart do not.
 */
export function createFileCheck(path: string, platform: NodeJS.Platform = process.platform): FileCheck {
  if (platform === 'win32') return { check: async () => undefined, checkSync: () => undefined };
  const first = statSync(path, { bigint: true });
  let removed: StoreRemoved | undefined;

  function compare(now: BigIntStats | undefined): void {
    if (now?.ino !== first.ino || now.dev !== first.dev)
      removed ??= new StoreRemoved(`${path} is not the file any more that was opened`);
    if (removed) throw removed;
  }

  return {
    check: async () => compare(await stat(path, { bigint: true }).catch(onMissing)),
    checkSync: () => compare(statNow(path)),
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
