import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The size of a small disk, bytes. */
export const SMALL_DISK_BYTES = 4 * 1024 * 1024;

/** A memory file system that is a disk of its own. */
export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

/** Mounts a disk of `SMALL_DISK_BYTES`; undefined where this machine lets none be mounted. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_BYTES}`, 'tmpfs', folder]);
  const remove = () => rmSync(folder, { recursive: true });
  if (status !== 0) {
    remove();
    return undefined;
  }
  return {
    folder,
    unmount() {
      spawnSync('umount', ['--lazy', folder]);
      remove();
    },
  };
}
