/** Part of the package: where it stores data, and where it unpacks what it is made of. Copied into the package's bin. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const IN_MEMORY = ':memory:';

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{ dataDir: string, programDir: string, isInMemory: boolean }}
 */
export function dataFolders(env = process.env) {
  const dataDir = env['TACTUS_DATA_DIR'] || userFolder(env);
  const isInMemory = dataDir === IN_MEMORY;
  return { dataDir, programDir: resolve(isInMemory ? userFolder(env) : dataDir, 'program'), isInMemory };
}

/** The folder for data of this program, as each system has it. @param {NodeJS.ProcessEnv} env */
function userFolder({ XDG_DATA_HOME, LOCALAPPDATA }) {
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Tactus');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Tactus');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'tactus');
}
