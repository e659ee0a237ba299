import { open } from 'node:fs/promises';

/** Flushes the names of a folder's files to the disk. Does nothing on Windows, which allows no flush of a folder. */
export async function syncFolder(path: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
