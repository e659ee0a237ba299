import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IN_MEMORY } from './database.ts';

/**
 * The secret in a file beside the store, readable for its owner alone; a missing file is made with the given secret, and so is a
 * missing folder, which nothing else makes where the store is in a database. A store in memory has no file: its secret is the given one.
 * Throws the system's error where the file cannot be written or read.
 */
export function readSecretFile(dataDir: string, name: string, made: string): string {
  if (dataDir === IN_MEMORY) return made;
  const file = join(dataDir, name);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return readFileSync(file, 'utf8').trim() || made;
  }
}
