import { fileNameWithoutExtension, kindOfFile } from '../source/file-kind.ts';
import type { LibraryEntry } from './library-record.ts';

/** The missing half of an entry: the medium was never chosen or must be chosen again, or it has no script. */
export type MissingPartOfEntry = 'medium' | 'script';

/** An entry of the library as the list shows it. */
export interface ListedEntry {
  readonly entry: LibraryEntry;
  /** The searched text, in lower case. */
  readonly words: string;
  readonly missing: MissingPartOfEntry | undefined;
}

/** A search in the library: the typed words, and the filters. */
export interface LibraryQuery {
  readonly text: string;
  /** Empty: any. */
  readonly tag: string;
  readonly onlyMissing: boolean;
}

/** An entry for the list; `hasFile`: whether the medium's file can be opened. */
export function toListedEntry(entry: LibraryEntry, hasFile: boolean): ListedEntry {
  const { title, tags, medium, scripts } = entry;
  const files = [medium?.name ?? '', ...scripts.map(({ name }) => name)];
  const names = [title, ...tags, ...files.map(fileNameWithoutExtension)];
  const lacksMedium = medium?.url === undefined && !hasFile;
  const missing = scripts.length === 0 ? 'script' : lacksMedium ? 'medium' : undefined;
  return { entry, words: names.join('\n').toLocaleLowerCase(), missing };
}

const BY_TITLE = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorts entries by their titles. */
export function sortEntriesByTitle(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return entries.toSorted((one, other) => BY_TITLE.compare(one.entry.title, other.entry.title));
}

/** The matching entries: every typed word is in a title, a tag or a file's name; extensions of files do not count. */
export function search(entries: readonly ListedEntry[], query: LibraryQuery): readonly ListedEntry[] {
  const wanted = query.text.toLocaleLowerCase().split(/\s+/).map(withoutFileExtension).filter(Boolean);
  return entries.filter(
    ({ entry, words, missing }) =>
      (!query.onlyMissing || missing !== undefined) &&
      (query.tag === '' || entry.tags.includes(query.tag)) &&
      wanted.every((word) => words.includes(word)),
  );
}

/** A typed word without the extension of a file that the player opens. */
const withoutFileExtension = (word: string): string =>
  kindOfFile({ name: word, type: '' }) === 'unknown' ? word : fileNameWithoutExtension(word);

/** All tags that the entries use, in order. */
export function allTagsOf(entries: readonly ListedEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ entry }) => entry.tags))].sort(BY_TITLE.compare);
}

/** Parses tags out of a typed text with commas between them. */
export const parseTags = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
