import { findPossiblePairs, type Half } from '../source/find-possible-pairs.ts';
import { parseName } from '../source/parse-name.ts';
import type { LibraryEntry } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';

/** A film and a script of the library that may belong together: the person is asked. */
export interface PairQuestion {
  readonly film: LibraryEntry;
  readonly script: LibraryEntry;
  /** The script fits no other film as well. */
  readonly isLikely: boolean;
}

const known = new WeakMap<LibraryEntry, Half>();

/** The name by which an entry is matched: its medium's, else that of its first script. */
export function halfOf(entry: LibraryEntry): Half {
  const before = known.get(entry);
  if (before) return before;
  const { id, medium, scripts, title } = entry;
  const parts = medium ? parseName(medium.name, 'medium') : parseName(scripts[0]?.name ?? title, 'script');
  const half = { id, parts };
  known.set(entry, half);
  return half;
}

/** The questions about entries that lack a half, where one of the two is among the entries with these ids. */
export function findPairQuestions(entries: readonly ListedEntry[], ids: ReadonlySet<string>): readonly PairQuestion[] {
  const films = new Map<string, LibraryEntry>();
  const scripts = new Map<string, LibraryEntry>();
  for (const { entry } of entries) {
    if (entry.medium === undefined) scripts.set(entry.id, entry);
    else if (entry.scripts.length === 0) films.set(entry.id, entry);
  }
  const pairs = findPossiblePairs([...films.values()].map(halfOf), [...scripts.values()].map(halfOf), ids);
  return pairs.flatMap(({ filmId, scriptId, isLikely }) => {
    const [film, script] = [films.get(filmId), scripts.get(scriptId)];
    return film && script ? [{ film, script, isLikely }] : [];
  });
}
