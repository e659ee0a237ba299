import { contentHash } from '../script/script-hash.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import { decodeSubtitles } from '../session/subtitles.ts';
import type { ChosenFile, NamedChosenFile } from './file-access.ts';
import type { FileGroup } from './group-files.ts';
import type { LibraryEntry, StoredText } from './library-record.ts';
import { encodeThumbnail } from './thumbnail.ts';

/** The facts of an entry that come from its first script. */
type ScriptFacts = Pick<LibraryEntry, 'thumbnail' | 'durationMs'>;

/** A group of files, read: the parts of an entry, and the texts to store for it. */
export interface FileGroupContent {
  readonly parts: Pick<
    LibraryEntry,
    'title' | 'medium' | 'scripts' | 'subtitles' | 'thumbnail' | 'durationMs' | 'otherAxes'
  >;
  readonly texts: ReadonlyMap<string, string>;
  /** The facts of each script that was read, by its hash. */
  readonly facts: ReadonlyMap<string, ScriptFacts>;
  readonly found: ChosenFile | undefined;
  /** Names of scripts and subtitles that cannot be read; they are left out. */
  readonly unreadable: readonly string[];
}

const NO_FACTS: ScriptFacts = { thumbnail: '', durationMs: 0 };

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
  const facts = new Map<string, ScriptFacts>();
  const otherAxes = new Set(group.otherAxes);

  async function toStoredText({ name, type, file }: NamedChosenFile, decode: (bytes: Uint8Array) => string) {
    const text = decode(new Uint8Array(await file.arrayBuffer()));
    const hash = await contentHash(text);
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
      const stored = await toStoredText(script, (bytes) => new TextDecoder().decode(bytes));
      scripts.push(stored);
      facts.set(stored.hash, { thumbnail: encodeThumbnail(heatmap), durationMs: heatmap.durationMs });
    });
  const { medium, subtitles } = group;
  return {
    parts: {
      ...{ title: group.title, scripts, ...(facts.get(scripts[0]?.hash ?? '') ?? NO_FACTS), otherAxes: [...otherAxes] },
      medium: medium && { name: medium.name, type: medium.type, size: medium.file.size },
      subtitles: subtitles && (await unlessUnreadable(subtitles, () => toStoredText(subtitles, decodeSubtitles))),
    },
    ...{ texts, facts, unreadable, found: medium },
  };
}
