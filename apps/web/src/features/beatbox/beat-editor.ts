import {
  type BeatShape,
  COLUMN_MS_BOUNDS,
  cellsOfLevels,
  gridLevels,
  levelsOfCells,
  nearestLevel,
  type PlaylistEntry,
} from '@tactus/motion';
import type { Random } from '@tactus/time';
import { newBeatNumber } from '../../settings/beat-number.ts';
import {
  type Beat,
  type BeatboxSettings,
  type BeatSettings,
  readBeat,
  readColumns,
  type StoredBeatColumn,
} from '../../settings/beatbox-settings.ts';

/** The beat in the editor, as drawn and played. */
export interface PlayableBeat extends BeatShape {
  readonly cellMs: number;
  /** How many levels a column has. */
  readonly height: number;
}

/** The range of a grid's columns and levels. */
export const GRID_BOUNDS = { columns: { min: 2, max: 32 }, height: { min: 2, max: 20 } } as const;
/** The most laps of a beat in a playlist before the next one. */
export const MAX_LAPS_PER_PLAYLIST_ENTRY = 99;

const whole = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
  Math.min(Math.max(Math.round(value), min), max);

/** A saved beat as it is drawn and played. */
export function toPlayableBeat({ activeCells, settings }: Pick<Beat, 'activeCells' | 'settings'>): PlayableBeat {
  const { resolution, timePerCell, fillPoints, addEndPoint } = settings;
  const columns = whole(resolution.time, GRID_BOUNDS.columns);
  const height = whole(resolution.height, GRID_BOUNDS.height);
  const cellMs = Math.min(Math.max(timePerCell, COLUMN_MS_BOUNDS.min), COLUMN_MS_BOUNDS.max);
  return {
    levels: levelsOfCells(activeCells, { columns, height, cellMs: timePerCell }),
    fillPoints,
    addEndPoint,
    cellMs,
    height,
  };
}

/** The beat in the editor. Where only the grid was stored, its active cells are the beat's. */
export function currentBeatOf(box: BeatboxSettings): PlayableBeat {
  const { currentBeat } = box;
  if (currentBeat.activeCells.length > 0) return toPlayableBeat(currentBeat);
  return toPlayableBeat({ activeCells: activeCellsOf(readColumns(box)), settings: currentBeat.settings });
}

const activeCellsOf = (columns: readonly StoredBeatColumn[]) =>
  columns.flatMap(({ at, levels }) => levels.filter(({ active }) => active).map(({ level }) => ({ at, pos: level })));

/** The editor with other levels. Grid, points and settings of the beat stay consistent. */
export function withLevels(box: BeatboxSettings, levels: PlayableBeat['levels']): BeatboxSettings {
  return written(box, levels, box.currentBeat.settings);
}

/**
 * The editor with other settings of its beat: points stay in their columns when the time of a column changes, and move to
 * the nearest level when the height does; removed columns lose their points.
 */
export function withBeatSettings(box: BeatboxSettings, change: Partial<BeatSettings>): BeatboxSettings {
  const settings = { ...box.currentBeat.settings, ...change };
  const { levels } = currentBeatOf(box);
  const columns = whole(settings.resolution.time, GRID_BOUNDS.columns);
  const height = whole(settings.resolution.height, GRID_BOUNDS.height);
  const moved = Array.from({ length: columns }, (_, column) => {
    const level = levels[column];
    return level === undefined ? undefined : nearestLevel(level, height);
  });
  return written(box, moved, settings);
}

function written(box: BeatboxSettings, levels: PlayableBeat['levels'], settings: BeatSettings): BeatboxSettings {
  const { timePerCell, resolution } = settings;
  const downwards = [...gridLevels(whole(resolution.height, GRID_BOUNDS.height))].reverse();
  return {
    ...box,
    settings,
    currentBeat: {
      ...box.currentBeat,
      activeCells: cellsOfLevels(levels, timePerCell).map((cell) => ({ ...cell })),
      settings,
    },
    cellStates: levels.map((set, column) => ({
      at: column * timePerCell,
      levels: downwards.map((level) => ({ level, active: level === set })),
    })),
  };
}

/** The editor with a beat loaded, unchanged. */
export function withLoadedBeat(box: BeatboxSettings, beat: Beat): BeatboxSettings {
  return written({ ...box, currentBeat: beat }, toPlayableBeat(beat).levels, beat.settings);
}

/** A step that can be undone: the beat in the editor before and after it. */
export interface EditorStep {
  readonly before: Beat;
  readonly after: Beat;
}

/**
 * The editor with a step undone. What the step did not change stays as it is now, such as a name or a tempo that was set
 * since. Where the step replaced the beat by another one, the one before comes back whole.
 */
export function withStepUndone(box: BeatboxSettings, { before, after }: EditorStep): BeatboxSettings {
  const now = box.currentBeat;
  if (before.uuid !== now.uuid || after.uuid !== now.uuid) return withLoadedBeat(box, before);
  const { activeCells, settings } = isSame(before.activeCells, after.activeCells) ? now : before;
  const beat = { ...takenBack(now, before, after), activeCells, settings };
  return withBeatSettings(withLoadedBeat(box, beat), takenBack(now.settings, before.settings, after.settings));
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that a step changed as they were before it, the others as they are now. */
function takenBack<Fields extends object>(now: Fields, before: Fields, after: Fields): Fields {
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(after));
  const changed = Object.entries(before).filter(([name, value]) => !isSame(value, values.get(name)));
  return { ...now, ...Object.fromEntries(changed) };
}

/** The editor with another picture of its beat; an empty text removes the picture. */
export function withPicture(box: BeatboxSettings, image: string): BeatboxSettings {
  return { ...box, currentBeat: { ...box.currentBeat, image } };
}

/** The editor with a new, empty beat; the settings stay. */
export function withEmptyNewBeat(box: BeatboxSettings, random: Random): BeatboxSettings {
  const columns = whole(box.settings.resolution.time, GRID_BOUNDS.columns);
  const currentBeat = readBeat({ settings: box.settings, uuid: newBeatNumber(random) });
  return written({ ...box, currentBeat }, Array.from({ length: columns }), box.settings);
}

/** Whether the beat in the editor is a saved one, changed since or not. */
export function isSavedBeatInEditor({ currentBeat, beats }: BeatboxSettings): boolean {
  return beats.some(({ uuid }) => uuid === currentBeat.uuid);
}

/** The editor with its beat saved under a name: replaces the saved beat, or adds a new one. */
export function withSavedBeat(box: BeatboxSettings, name: string): BeatboxSettings {
  const { currentBeat, beats } = box;
  const beat: Beat = { ...currentBeat, name };
  const savedBeats = isSavedBeatInEditor(box)
    ? beats.map((one) => (one.uuid === beat.uuid ? { ...one, ...beat } : one))
    : [...beats, beat];
  return { ...box, currentBeat: beat, beats: savedBeats };
}

/** Whether the beat in the editor differs from the saved beat of its number. */
export function hasUnsavedChanges({ currentBeat, beats }: BeatboxSettings): boolean {
  const stored = beats.find(({ uuid }) => uuid === currentBeat.uuid);
  if (stored === undefined) return currentBeat.activeCells.length > 0;
  return JSON.stringify(readBeat(stored)) !== JSON.stringify(readBeat(currentBeat));
}

/** A copy of a saved beat, right after it, with a number and a name of its own. */
export function withDuplicatedBeat(box: BeatboxSettings, uuid: string, name: string, random: Random): BeatboxSettings {
  const copy = (beat: BeatboxSettings['beats'][number]) => ({ ...beat, name, uuid: newBeatNumber(random) });
  return { ...box, beats: box.beats.flatMap((beat) => (beat.uuid === uuid ? [beat, copy(beat)] : [beat])) };
}

/** Renames a saved beat, in the editor too. */
export function withRenamedBeat(box: BeatboxSettings, uuid: string, name: string): BeatboxSettings {
  const isCurrent = box.currentBeat.uuid === uuid;
  return {
    ...box,
    beats: box.beats.map((beat) => (beat.uuid === uuid ? { ...beat, name } : beat)),
    currentBeat: isCurrent ? { ...box.currentBeat, name } : box.currentBeat,
  };
}

/** Removes a saved beat, from the playlist too. In the editor it stays, as an unsaved one. */
export function withoutSavedBeat(box: BeatboxSettings, uuid: string): BeatboxSettings {
  return {
    ...box,
    beats: box.beats.filter((beat) => beat.uuid !== uuid),
    playlist: box.playlist.filter((entry) => entry.uuid !== uuid),
  };
}

/** The playlist as it is played: the entries whose beat exists, with the number of laps of each. */
export function playableEntriesOf({ playlist, beats }: BeatboxSettings): (PlaylistEntry & { readonly beat: Beat })[] {
  return playlist.flatMap((entry) => {
    const stored = beats.find(({ uuid }) => uuid === entry.uuid);
    const { repeats } = entry as { repeats?: unknown }; // Other stored fields are checked here.
    const laps = typeof repeats === 'number' && Number.isFinite(repeats) ? repeats : 1;
    if (stored === undefined) return [];
    return [
      { uuid: entry.uuid, repeats: whole(laps, { min: 1, max: MAX_LAPS_PER_PLAYLIST_ENTRY }), beat: readBeat(stored) },
    ];
  });
}
