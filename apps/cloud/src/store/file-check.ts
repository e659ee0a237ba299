import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The folder of the store was removed, renamed or replaced: no later start finds what is written to the file that is still open. */
class StoreRemoved extends Error {
  override readonly name = 'StoreRemoved';
  readonly code = 'STORE_REMOVED';
}

/**
 * Returns a check that a file is the one that was there at this call; it rejects where another, or none, has its path, and where the path
 * cannot be read. On Windows an open file keeps its path, and the numbers that tell files apart do not.
 */
export function createFileCheck(path: string, platform: NodeJS.Platform = process.platform): () => Promise<void> {
  if (platform === 'win32') return async () => undefined;
  const first = statSync(path, { bigint: true });
  return async () => {
    const now = await stat(path, { bigint: true }).catch(onMissing);
    if (now?.ino !== first.ino || now.dev !== first.dev)
      throw new StoreRemoved(`${path} is not the file any more that was opened`);
  };
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return undefined;
}
