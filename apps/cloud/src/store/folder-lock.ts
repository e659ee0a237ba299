import { join } from 'node:path';
import Database from 'libsql';

/** The file, without content, that the cloud of a data folder holds. */
export const LOCK_FILE = 'tactus.lock';

/** How long the former cloud of a store may take to let go of it, ms. */
export const FREE_WITHIN_MS = 1_500;

/**
 * Holds a data folder for this process, until the returned function is called or the process ends in any way. Throws an Error with
 * one sentence where another cloud holds it.
 */
export function holdFolder(dataDir: string): () => void {
  // SQLite's own lock is the one lock that the system takes back from a process that was killed.
  const file = new Database(join(dataDir, LOCK_FILE));
  try {
    file.pragma('journal_mode = memory');
    file.pragma(`busy_timeout = ${FREE_WITHIN_MS}`);
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY')) throw error;
    throw new Error(
      `The store in ${dataDir} is in use by another Tactus. Stop that one, or set TACTUS_DATA_DIR to another folder.`,
    );
  }
  return () => {
    // The file itself is closed when its statements are collected.
    file.exec('rollback');
    file.close();
  };
}
