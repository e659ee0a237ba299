import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CloudConfig } from '../config/config.ts';

/** The file beside the store with the control token, readable for its owner alone. */
const CONTROL_TOKEN_FILE = 'control-token';

/**
 * The token for `/_control` and `/metrics` where a token is needed: the configured one, else the one in a file beside the store, which
 * is made when it is missing. A store in memory has no file: its token is random and shown nowhere.
 */
export function readControlToken({ controlToken, dataDir }: Pick<CloudConfig, 'controlToken' | 'dataDir'>): string {
  if (controlToken !== undefined) return controlToken;
  const made = randomBytes(32).toString('base64url');
  if (dataDir === ':memory:') return made;
  const file = join(dataDir, CONTROL_TOKEN_FILE);
  try {
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return readFileSync(file, 'utf8').trim() || made;
  }
}
