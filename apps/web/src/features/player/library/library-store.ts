import type { Random, Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { reopening } from '../../../settings/reopening.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { PlayerEntry, PlayerHandle } from '../session/player-handle.ts';
import type { PlayerSource } from '../source/source.ts';
import { addFilesToEntry, addOpenAddresses, changeEntry, type EntryChanges, findEntryForFiles } from './entry-files.ts';
import { createEntrySourceReader } from './entry-sources.ts';
import { createEntryWriter } from './entry-writer.ts';
import { type ChosenFile, type NamedChosenFile, withFileName } from './file-access.ts';
import { createFilmFiles, type UnkeptFilms } from './film-files.ts';
import { type FileGroup, groupFiles } from './group-files.ts';
import { chosenFilesOf, groupOpenFiles } from './group-open-files.ts';
import { findPairQuestions, type PairQuestion } from './half-entries.ts';
import { joinHalves } from './join-halves.ts';
import { LIBRARY_RECORD_VERSION, type LibraryEntry, type Playlist } from './library-record.ts';
import { type ListedEntry, sortEntriesByTitle, toListedEntry } from './library-search.ts';
import type { LibraryDatabase } from './library-table.ts';
import { createPlaylistActions, type PlaylistActions } from './playlist-actions.ts';
import { type FileGroupContent, readFileGroup } from './read-file-group.ts';
import { readLibrary } from './read-library.ts';
import { removeLibraryEntries } from './remove-entries.ts';
import { withDistinctNames } from './script-names.ts';

/** The state of the library: its entries, its playlists, and how far they are read. */
export interface LibraryState {
  /** `newer`: of a newer app, which this one cannot read. */
  readonly phase: 'loading' | 'ready' | 'absent' | 'newer';
  /** In the order of their titles. */
  readonly entries: readonly ListedEntry[];
  readonly playlists: readonly Playlist[];
  /** Records that could not be read; they are set aside. */
  readonly damaged: number;
  /** How many of the files added last are read. */
  readonly reading: { readonly done: number; readonly of: number } | undefined;
  /** Films and scripts that may belong together, of the files added last. */
  readonly questions: readonly PairQuestion[];
  /** Films whose file is lost with the page, of the files added last: the browser can keep them. */
  readonly unkept: UnkeptFilms | undefined;
}

/** The result of adding files to the library. */
export interface AddFilesResult {
  readonly entries: number;
  readonly unreadable: readonly string[];
  /** Names of subtitles without an entry; they are left out. */
  readonly unplaced: readonly string[];
  /** Names of scripts without an entry for axes that the device does not play; they are left out. */
  readonly otherAxes: readonly string[];
}

/** The library of this browser. It is never sent anywhere. Actions reject where the browser cannot store. */
export interface LibraryStore extends PlaylistActions {
  readonly state: StoreApi<LibraryState>;
  /** Reads everything again. */
  reload(): Promise<void>;
  add(files: readonly ChosenFile[]): Promise<AddFilesResult>;
  /** Adds the open sources of the player, each of several films with its own scripts; addresses are stored unchanged. */
  saveOpen(open: PlayerHandle['current']): Promise<AddFilesResult>;
  /** Stores what a person has changed of an entry; nothing of one that was removed meanwhile. */
  change(id: string, changes: EntryChanges): Promise<void>;
  /** Stores that a person plays an entry now. */
  notePlayed(id: string): Promise<void>;
  /** Stores the length of an entry's film, where none is known. */
  noteLength(id: string, durationMs: number): Promise<void>;
  /** Removes entries by their ids, with the texts that no other entry uses. */
  remove(ids: readonly string[]): Promise<void>;
  /** Makes one entry of each film and script, which keeps the film's title and its places in playlists; asks nothing more. */
  join(pairs: readonly PairQuestion[]): Promise<void>;
  /** Adds files to an entry: its medium, if one is among them, and more scripts. */
  addTo(entry: LibraryEntry, files: readonly ChosenFile[]): Promise<AddFilesResult>;
  /** Keeps the files of these entries in the browser; none leaves them as they are. Rejects where there is not enough room. */
  keepFilms(ids: readonly string[]): Promise<void>;
  /** The size of an entry's film whose file is lost with the page; 0 for any other. */
  unkeptBytes(id: string): number;
  /** The sources to open in the player, without a medium that cannot be opened; the browser prompts only with `mayPrompt`. */
  sourcesOf(entry: LibraryEntry, mayPrompt: boolean): Promise<PlayerEntry>;
  /** Deletes the unreadable records. */
  forgetDamaged(): Promise<void>;
  close(): void;
}

const namesOfMedia = (entries: readonly Pick<ListedEntry, 'entry'>[]): string[] =>
  entries.flatMap(({ entry: { medium } }) => medium?.name ?? []);

const NOTHING_READ = { texts: new Map<string, string>(), found: undefined };

/** Opens the library and starts reading. */
export function createLibraryStore(parts: {
  /** `onClosed` is called when the browser has closed the database. */
  readonly open: (onClosed: () => void) => Promise<LibraryDatabase>;
  readonly loader: ScriptLoader;
  readonly time: Time;
  readonly random: Random;
}): LibraryStore {
  const { loader, time, random } = parts;
  const open = reopening((onClosed) =>
    parts.open(() => {
      onClosed();
      begin();
    }),
  );
  const state = createStore<LibraryState>(() => ({
    ...{ phase: 'loading', entries: [], playlists: [], damaged: 0 },
    ...{ reading: undefined, questions: [], unkept: undefined },
  }));
  const files = createFilmFiles(open);
  /** The handles of the files that were opened from here. */
  const cameBy = new WeakMap<File, FileSystemFileHandle>();

  /** Entries written by the present run and not listed yet: sorting the list after every file takes longer than reading it. */
  const unlisted = new Map<string, LibraryEntry>();

  const newId = () => Array.from({ length: 16 }, () => random.integer(0, 35).toString(36)).join('');
  const show = (changed: readonly LibraryEntry[], removed: ReadonlySet<string> = new Set()) => {
    const anew = new Map(changed.map((entry) => [entry.id, toListedEntry(entry, files.has(entry.id))]));
    const others = state.getState().entries.filter(({ entry: { id } }) => !anew.has(id) && !removed.has(id));
    for (const id of [...anew.keys(), ...removed]) unlisted.delete(id);
    state.setState({ entries: sortEntriesByTitle([...others, ...anew.values()]) });
  };

  async function reload(): Promise<void> {
    const database = await open();
    await files.reload(database);
    const { entries, playlists } = await readLibrary(database);
    const listed = sortEntriesByTitle(entries.map((entry) => toListedEntry(entry, files.has(entry.id))));
    // Sorted before this wait and rendered after it: not both in one task of the page.
    const damaged = await database.count('damaged');
    state.setState({ phase: 'ready', entries: listed, playlists, damaged });
  }

  const write = createEntryWriter(open, files);

  /** A removed entry is not written. */
  const mergeInto = ({ id }: LibraryEntry, read: FileGroupContent) =>
    write(id, read, (newest) => newest && addFilesToEntry(newest, read.parts, read.facts));

  function writeNew(read: FileGroupContent): Promise<LibraryEntry | undefined> {
    const id = newId();
    return write(id, read, () => ({
      version: LIBRARY_RECORD_VERSION,
      id,
      tags: [],
      addedAtMs: time.now(),
      ...read.parts,
      scripts: withDistinctNames(read.parts.scripts),
    }));
  }

  /** One after the other: a later file may belong to an entry added now. */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const next = turn.then(run, run);
    turn = next;
    return next;
  }

  async function readAll(
    groups: readonly FileGroup<NamedChosenFile>[],
    take: (read: FileGroupContent) => Promise<boolean>,
    more: (read: FileGroupContent, at: number) => FileGroupContent = (read) => read,
  ) {
    const unreadable: string[] = [];
    const unplaced: string[] = [];
    const otherAxes: string[] = [];
    let entries = 0;
    try {
      for (const [done, group] of groups.entries()) {
        state.setState({ reading: { done, of: groups.length } });
        const read = more(await readFileGroup(group, loader), done);
        unreadable.push(...read.unreadable);
        if (await take(read)) entries += 1;
        else if (read.parts.subtitles) unplaced.push(read.parts.subtitles.name);
        else if (group.otherAxisFile !== undefined) otherAxes.push(group.otherAxisFile);
      }
    } finally {
      state.setState({ reading: undefined });
    }
    return { entries, unreadable, unplaced, otherAxes };
  }

  /** Reads groups of files into new entries, or into the entries to which they belong. */
  function takeIn(
    groups: readonly FileGroup<NamedChosenFile>[],
    more?: (read: FileGroupContent, at: number) => FileGroupContent,
  ): Promise<AddFilesResult> {
    /** The entries that received subtitles alone: further ones would replace them. */
    const subtitled = new Set<string>();
    const taken = new Set<string>();
    const take = async (read: FileGroupContent) => {
      const twin = findEntryForFiles(state.getState().entries, read.parts);
      const isEmpty = read.parts.medium === undefined && read.parts.scripts.length === 0;
      if (isEmpty) {
        if (!twin || !read.parts.subtitles || subtitled.has(twin.id)) return false;
        subtitled.add(twin.id);
      }
      const entry = (twin && (await mergeInto(twin, read))) ?? (isEmpty ? undefined : await writeNew(read));
      if (entry) {
        unlisted.set(entry.id, entry);
        taken.add(entry.id);
      }
      return !isEmpty || entry !== undefined;
    };
    return readAll(groups, take, more).finally(() => {
      show([...unlisted.values()]);
      // Where nothing was added, those about the files before stay.
      if (taken.size === 0) return;
      state.setState(({ entries }) => ({
        questions: findPairQuestions(entries, taken),
        unkept: files.unkeptOf(taken),
      }));
    });
  }

  /** Stores a fact about an entry. */
  async function note(id: string, change: (entry: LibraryEntry) => LibraryEntry): Promise<void> {
    await write(id, NOTHING_READ, (newest) => newest && change(newest));
    // The listed entry keeps its scripts: by these its open sources are known.
    const listed = state.getState().entries.find(({ entry }) => entry.id === id);
    if (listed) show([change(listed.entry)]);
  }

  const playlistActions = createPlaylistActions(open, newId, (change) =>
    state.setState(({ playlists }) => ({ playlists: change(playlists) })),
  );

  function begin(): void {
    reload().catch(({ name }: Error) => state.setState({ phase: name === 'VersionError' ? 'newer' : 'absent' }));
  }
  begin();
  return {
    state,
    reload,
    add: (added) => inTurn(() => takeIn(groupFiles(added.map(withFileName), namesOfMedia(state.getState().entries)))),
    saveOpen(open) {
      const groups = groupOpenFiles(open);
      const files = groups.map((group) => chosenFilesOf(group, (file) => cameBy.get(file)));
      const heatmapOf = (medium: PlayerSource | undefined) =>
        medium === open.medium ? open.script?.heatmap : undefined;
      return inTurn(() =>
        takeIn(files, (read, at) => {
          const group = groups[at];
          return group ? addOpenAddresses(read, { ...group, heatmap: heatmapOf(group.medium) }) : read;
        }),
      );
    },
    join: (pairs) =>
      inTurn(async () => {
        state.setState({ questions: [] });
        const { playlists } = state.getState();
        const { changePlaylist } = playlistActions;
        const { changed, removed } = await joinHalves(await open(), pairs, { playlists, changePlaylist });
        show(changed, removed);
      }),
    async change(id, changes) {
      const now = await write(id, NOTHING_READ, (newest) => newest && changeEntry(newest, changes));
      if (now) show([now]);
    },
    notePlayed(id) {
      const playedAtMs = time.now();
      return note(id, (entry) => ({ ...entry, playedAtMs }));
    },
    noteLength: (id, durationMs) => note(id, (entry) => ({ ...entry, durationMs: entry.durationMs || durationMs })),
    async remove(ids) {
      await removeLibraryEntries(await open(), ids);
      for (const id of ids) files.ofSession.delete(id);
      show([], new Set(ids));
    },
    addTo(entry, added) {
      return readAll(groupFiles(added.map(withFileName), namesOfMedia([{ entry }])), async (read) => {
        const now = await mergeInto(entry, read);
        if (now) show([now]);
        state.setState({ unkept: files.unkeptOf([entry.id]) });
        return now !== undefined;
      });
    },
    keepFilms(ids) {
      state.setState({ unkept: undefined });
      return files.keep(ids).finally(() => state.setState({}));
    },
    unkeptBytes: (id) => files.unkeptOf([id])?.bytes ?? 0,
    sourcesOf: createEntrySourceReader(open, files.ofSession, cameBy),
    ...playlistActions,
    async forgetDamaged() {
      await (await open()).clear('damaged');
      state.setState({ damaged: 0 });
    },
    close() {
      loader.close();
      // A database that never opened needs no closing.
      open()
        .then((database) => database.close())
        .catch(() => undefined);
    },
  };
}
