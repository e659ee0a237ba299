import type { PlayerEntry } from '../session/player-handle.ts';
import { type PlayerSource, sourceOfFile } from '../source/source.ts';
import { fileOfHandle } from './file-access.ts';
import type { LibraryEntry, StoredText } from './library-record.ts';
import type { LibraryDatabase } from './library-table.ts';

/**
 * The sources that an entry opens in the player: the same objects each time, so that a repeat reopens nothing. `sessionFiles`
 * are the files of this session by the id of their entry; `cameBy` receives the handles of files that were read through one.
 */
export function createEntrySourceReader(
  open: () => Promise<LibraryDatabase>,
  sessionFiles: ReadonlyMap<string, File>,
  cameBy: WeakMap<File, FileSystemFileHandle>,
): (entry: LibraryEntry, mayPrompt: boolean) => Promise<PlayerEntry> {
  /** By the list of its scripts, which is another one once files were added to the entry. */
  const known = new WeakMap<LibraryEntry['scripts'], PlayerEntry>();

  async function sourceOfText({ name, type, hash, url }: StoredText): Promise<PlayerSource | undefined> {
    if (url !== undefined) return { name, type, url };
    const text = hash === undefined ? undefined : await (await open()).get('texts', hash);
    return text === undefined ? undefined : sourceOfFile(new File([text], name, { type }));
  }

  async function mediumOf({ id, medium }: LibraryEntry, mayPrompt: boolean): Promise<PlayerSource | undefined> {
    if (medium?.url !== undefined) return { name: medium.name, type: medium.type, url: medium.url };
    const here = sessionFiles.get(id);
    if (here) return sourceOfFile(here);
    const handle = await (await open()).get('handles', id);
    // A file that the person let the browser keep.
    if (handle instanceof File) return sourceOfFile(handle);
    const file = handle && (await fileOfHandle(handle, mayPrompt));
    if (file) cameBy.set(file, handle);
    return file && sourceOfFile(file);
  }

  return async (entry, mayPrompt) => {
    const before = known.get(entry.scripts);
    if (before && (before.medium || entry.medium === undefined)) return before;
    const medium = await mediumOf(entry, mayPrompt);
    const texts = await Promise.all(entry.scripts.map(sourceOfText));
    const scripts = texts.flatMap((source) => (source ? [{ ...source, isForStroke: true }] : []));
    const subtitles = entry.subtitles && (await sourceOfText(entry.subtitles));
    const found: PlayerEntry = { medium, scripts, subtitles, otherAxes: entry.otherAxes };
    known.set(entry.scripts, found);
    return found;
  };
}
