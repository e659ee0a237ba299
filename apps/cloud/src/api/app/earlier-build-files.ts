import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Time } from '@tactus/time';
import type { CloudConfig } from '../../config/config.ts';
import { IN_MEMORY } from '../../store/database.ts';

/** Stores the files of earlier builds, so that a tab that runs one of them can still load every page. */
export interface EarlierBuildFiles {
  /** The folder with the stored files, laid out as the app's own: `assets/NAME` below it. Undefined where nothing is stored. */
  readonly folder: string | undefined;
  /** Stores the files of the present build, and removes those that were last served too long ago. */
  savePresent(): Promise<void>;
  /** Lets `savePresent` resolve after its current file: the next start of the cloud copies the others. */
  end(): void;
}

const FOLDER = 'app-files';
const ASSETS = 'assets';

/** How long files are stored after their build was last served: few tabs stay open for longer. */
const RETAINED_MS = 30 * 24 * 60 * 60 * 1_000;

/** Prefix of a copy that is not complete yet and is not served. */
const HALF = '.half-';

/** Stores copies of the files of `webRoot` in a folder beside the store. */
export function createEarlierBuildFiles({ webRoot, dataDir }: CloudConfig, time: Time): EarlierBuildFiles {
  if (webRoot === undefined || dataDir === IN_MEMORY)
    return { folder: undefined, savePresent: () => Promise.resolve(), end: () => undefined };
  const from = join(webRoot, ASSETS);
  const folder = join(dataDir, FOLDER);
  const to = join(folder, ASSETS);
  let ended = false;

  async function saveOne(name: string, now: Date): Promise<void> {
    const copy = join(to, name);
    // A name contains the hash of the file's content.
    if ((await stat(copy).catch(() => undefined)) === undefined) {
      const half = join(to, `${HALF}${name}`);
      await copyFile(join(from, name), half, constants.COPYFILE_FICLONE);
      await rename(half, copy);
    }
    await utimes(copy, now, now);
  }

  return {
    folder,
    async savePresent() {
      const now = new Date(time.now());
      const present = await readdir(from, { withFileTypes: true }).catch(() => []);
      await mkdir(to, { recursive: true, mode: 0o700 });
      for (const entry of present) {
        if (ended) return;
        if (entry.isFile()) await saveOne(entry.name, now);
      }
      for (const name of await readdir(to)) {
        if (ended) return;
        const { mtimeMs } = await stat(join(to, name));
        if (now.getTime() - mtimeMs > RETAINED_MS) await rm(join(to, name), { force: true });
      }
    },
    end() {
      ended = true;
    },
  };
}
