import { contentHash } from '../script/script-hash.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { ChosenFile, NamedChosenFile } from './file-access.ts';
import type { FileGroup } from './group-files.ts';
import type { LibraryEntry, StoredText } from './library-record.ts';
import { encodeThumbnail } from './thumbnail.ts';

/** A group of files, read: the parts of an entry, and the texts to store for it. */
export interface FileGroupContent {
  readonly parts: Pick<
    LibraryEntry,
    'title' | 'medium' | 'scripts' | 'subtitles' | 'thumbnail' | 'durationMs' | 'otherAxes'
  >;
  readonly texts: ReadonlyMap<string, string>;
  readonly found: ChosenFile | undefined;
  /** Names of scripts and subtitles that cannot be read; they are left out. */
  readonly unreadable: readonly string[];
}

/** The largest file stored as a text, bytes. */
const MOST_TEXT_BYTES = 64 * 2 ** 20;

/** Reads the scripts and subtitles of a group, but not the medium. */
export async function readFileGroup(
  group: FileGroup<NamedChosenFile>,
  loader: Pick<ScriptLoader, 'load'>,
): Promise<FileGroupContent> {
  const texts = new Map<string, string>();
  const scripts: StoredText[] = [];
  const unreadable: string[] = [];
  let facts = { thumbnail: '', durationMs: 0 };
  const otherAxes = new Set(group.otherAxes);

  async function toStoredText({ name, type, file }: { name: string; type: string; file: File }): Promise<StoredText> {
    const text = await file.text();
    const hash = await contentHash(new TextEncoder().encode(text));
    texts.set(hash, text);
    return { name, type, hash };
  }

  /** Leaves out and names a file that cannot be read. */
  async function unlessUnreadable<Result>({ name }: { name: string }, read: () => Promise<Result>) {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      unreadable.push(name);
      return undefined;
    }
  }

  for (const script of group.scripts)
    await unlessUnreadable(script, async () => {
      if (script.file.size > MOST_TEXT_BYTES) throw new RangeError('Too large to be stored');
      const { heatmap, about } = await loader.load(script.file, script.name, script.type);
      for (const axis of about.otherAxes) otherAxes.add(axis);
      if (scripts.length === 0) facts = { thumbnail: encodeThumbnail(heatmap), durationMs: heatmap.durationMs };
      scripts.push(await toStoredText(script));
    });
  const { medium, subtitles } = group;
  return {
    parts: {
      ...{ title: group.title, scripts, ...facts, otherAxes: [...otherAxes] },
      medium: medium && { name: medium.name, type: medium.type, size: medium.file.size },
      subtitles: subtitles && (await unlessUnreadable(subtitles, () => toStoredText(subtitles))),
    },
    ...{ texts, unreadable, found: medium },
  };
}
