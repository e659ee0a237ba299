import type { Heatmap } from '@tactus/motion';
import type { PlayerHandle } from '../session/player-handle.ts';
import { compareNames, findFilm } from '../source/match-files.ts';
import { parseName } from '../source/parse-name.ts';
import type { PlayerSource } from '../source/source.ts';
import { halfOf } from './half-entries.ts';
import { isStorableAddress, type LibraryEntry, type StoredText, toStoredName } from './library-record.ts';
import type { ListedEntry } from './library-search.ts';
import type { FileGroupContent } from './read-file-group.ts';
import { addScripts } from './script-names.ts';
import { encodeThumbnail } from './thumbnail.ts';

/** The properties of a medium by which it is known. */
interface NamedMedium {
  readonly name: string;
  readonly size: number | undefined;
}

/** The entry to which new files belong already: it has the same medium, the same script, or is surely the other half. */
export function findEntryForFiles(
  entries: readonly ListedEntry[],
  parts: Pick<FileGroupContent['parts'], 'medium' | 'scripts' | 'subtitles'>,
): LibraryEntry | undefined {
  const { medium, scripts, subtitles } = parts;
  const known = new Set(scripts.map(markOf));
  const same = entries.find(({ entry }) => {
    if (medium && entry.medium) return isSameMedium(entry.medium, medium);
    return entry.scripts.some((script) => known.has(markOf(script)));
  });
  if (same) return same.entry;
  const others = entries.map(({ entry }) => entry).filter((entry) => !medium || !entry.medium);
  if (medium) {
    const film = parseName(toStoredName(medium.name), 'medium');
    const fits = (entry: LibraryEntry) => compareNames(film, halfOf(entry).parts);
    const sure = others.filter((entry) => fits(entry)?.isSure === true);
    return sure.toSorted((one, other) => (fits(other)?.score ?? 0) - (fits(one)?.score ?? 0))[0];
  }
  const films = others.filter((entry) => entry.medium).map((film) => ({ film, parts: halfOf(film).parts }));
  const [script] = scripts;
  if (script) return findFilm(films, parseName(toStoredName(script.name), 'script'));
  return subtitles && findFilm(films, parseName(toStoredName(subtitles.name), 'subtitles'));
}

/** Whether two media are the same file: they have the same name, as it is stored, and size. */
export const isSameMedium = (one: NamedMedium | undefined, other: NamedMedium | undefined): boolean =>
  one?.size === other?.size && toStoredName(one?.name ?? '') === toStoredName(other?.name ?? '');

/** The entry of what is open in the player, also where it was not opened from the library: the same film, or the same script alone. */
export function findOpenEntry(
  entries: readonly ListedEntry[],
  open: Pick<PlayerHandle['current'], 'medium' | 'played' | 'script'>,
): LibraryEntry | undefined {
  const { medium, played, script } = open;
  if (played === undefined) return undefined;
  const isOpen = (entry: LibraryEntry): boolean => {
    if (medium?.url !== undefined) return entry.medium?.url === medium.url;
    if (medium) return isSameMedium(entry.medium, { name: medium.name, size: medium.file?.size });
    const mark = played.url ?? script?.hash;
    return mark !== undefined && entry.medium === undefined && entry.scripts.some((one) => markOf(one) === mark);
  };
  return entries.find(({ entry }) => isOpen(entry))?.entry;
}

/** What a person can change of an entry. */
export interface EntryChanges extends Partial<Pick<LibraryEntry, 'title' | 'tags'>> {
  /** The script to play first. */
  readonly first?: StoredText;
}

/** An entry with changes of a person. */
export function changeEntry(entry: LibraryEntry, { first, ...changes }: EntryChanges): LibraryEntry {
  const isFirst = (script: StoredText) => first !== undefined && markOf(script) === markOf(first);
  const scripts = [...entry.scripts.filter(isFirst), ...entry.scripts.filter((script) => !isFirst(script))];
  return { ...entry, ...changes, scripts };
}

/** Adds files to an entry: another medium, and scripts that it does not have yet, a newer version of one before it. */
export function addFilesToEntry(
  entry: LibraryEntry,
  parts: FileGroupContent['parts'],
  facts: FileGroupContent['facts'] = new Map(),
): LibraryEntry {
  const known = new Set(entry.scripts.map(markOf));
  const more = parts.scripts.filter((script) => !known.has(markOf(script)));
  const scripts = addScripts(entry.scripts, more);
  const [first, before, added] = [scripts, entry.scripts, parts.scripts].map(([one]) => one && markOf(one));
  const isFirst = entry.scripts.length === 0 || (first !== before && first === added);
  const { thumbnail, durationMs } = isFirst ? parts : (first !== before && facts.get(first ?? '')) || entry;
  return {
    ...entry,
    medium: parts.medium ?? entry.medium,
    scripts,
    subtitles: parts.subtitles ?? entry.subtitles,
    otherAxes: [...new Set([...(entry.otherAxes ?? []), ...(parts.otherAxes ?? [])])],
    thumbnail,
    durationMs: durationMs || entry.durationMs,
  };
}

/** Adds the open addresses to a group of open files that were read, for one entry of the library; names those that cannot be stored. */
export function addOpenAddresses(
  read: FileGroupContent,
  open: { medium: PlayerSource | undefined; scripts: readonly PlayerSource[]; heatmap: Heatmap | undefined },
): FileGroupContent {
  const { heatmap } = open;
  const unreadable = [...read.unreadable];
  const withAddress = (source: PlayerSource | undefined) => {
    const { name, type, url } = source ?? {};
    if (name === undefined || type === undefined || url === undefined) return [];
    if (isStorableAddress(url)) return [{ name, type, url }];
    unreadable.push(name);
    return [];
  };
  const [medium] = withAddress(open.medium);
  const addresses = open.scripts.flatMap(withAddress);
  return {
    ...{ ...read, unreadable },
    parts: {
      ...read.parts,
      medium: medium ? { ...medium, size: 0 } : read.parts.medium,
      scripts: [...read.parts.scripts, ...addresses],
      thumbnail: read.parts.thumbnail || (heatmap ? encodeThumbnail(heatmap) : ''),
      durationMs: read.parts.durationMs || (heatmap?.durationMs ?? 0),
    },
  };
}

/** The identity of a script: its content, or its address. */
const markOf = ({ hash, url }: StoredText): string => hash ?? url ?? '';
