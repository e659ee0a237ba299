import * as z from 'zod/mini';
import { settingField, settingGroup } from './field.ts';

const COLUMNS = 10;
const LEVELS = 10;
/** Time between the columns of the default grid as it is stored; a column is played at multiples of `timePerCell`. */
const DEFAULT_COLUMN_STEP_MS = 200;

const cell = z.looseObject({ level: z.number(), active: z.boolean() });
const column = z.looseObject({ at: z.number(), levels: z.array(cell) });

/** A stored column of the grid: its time, ms, and its active level. */
export type StoredBeatColumn = z.output<typeof column>;

const beatSettings = settingGroup({
  resolution: settingGroup({
    height: settingField(z.number().check(z.positive()), LEVELS),
    time: settingField(z.number().check(z.positive()), COLUMNS),
  }),
  timePerCell: settingField(z.number().check(z.positive()), 250),
  tableHeight: settingField(z.number().check(z.positive()), 4),
  fillPoints: settingField(z.boolean(), true),
  addEndPoint: settingField(z.boolean(), true),
});

/** The settings for drawing and playing a beat. `timePerCell` in ms, `tableHeight` is a row's height in steps of 8 px. */
export type BeatSettings = z.output<typeof beatSettings>;

/** A beat as it is stored, with all its fields, those of other versions included. */
const storedBeat = z.looseObject({ version: z.number(), name: z.string(), uuid: z.string() });

const beat = settingGroup({
  version: settingField(z.literal(1), 1),
  image: settingField(z.string(), ''),
  name: settingField(z.string(), ''),
  uuid: settingField(z.string(), ''),
  activeCells: settingField(z.array(z.looseObject({ at: z.number(), pos: z.number() })), []),
  settings: beatSettings,
});

/** A beat: its points in ms and per cent, and its settings for drawing and playing. */
export type Beat = z.output<typeof beat>;

/**
 * The beat box: saved beats, playlist, the beat being drawn.
 * The `uuid` of a beat is 8 random alphanumerics, from the start (`beat-number.ts`).
 */
export const beatboxSettingsSchema = settingGroup({
  beats: settingField(z.array(storedBeat), []),
  playlist: settingField(z.array(z.looseObject({ uuid: z.string() })), []),
  currentBeat: beat,
  showBeats: settingField(z.boolean(), true),
  showPlaylist: settingField(z.boolean(), true),
  showSettings: settingField(z.boolean(), true),
  showGraph: settingField(z.boolean(), true),
  updateTimeHalfway: settingField(z.boolean(), true),
  cellStates: settingField(z.array(column), emptyGrid()),
  settings: beatSettings,
  /** Our own: whether the playlist is shuffled, and whether the metronome ticks. */
  shuffle: settingField(z.boolean(), false),
  metronome: settingField(z.boolean(), false),
});

/** The beat box's part of the settings. */
export type BeatboxSettings = z.output<typeof beatboxSettingsSchema>;

/** A stored beat in its present form; missing or invalid fields get their defaults. Never throws. */
export function readBeat(stored: unknown): Beat {
  return beat.parse(stored);
}

/**
 * The columns of a stored grid at the times at which they are played: one `timePerCell` after the other, whatever step
 * they were stored with.
 */
export function readColumns({
  cellStates,
  settings,
}: Pick<BeatboxSettings, 'cellStates' | 'settings'>): StoredBeatColumn[] {
  return cellStates.map((stored, index) => ({ ...stored, at: index * settings.timePerCell }));
}

/** 10 columns at 200-ms steps, each with the levels 100, 90 … 10, none active. */
function emptyGrid() {
  return Array.from({ length: COLUMNS }, (_, index) => ({
    at: index * DEFAULT_COLUMN_STEP_MS,
    levels: Array.from({ length: LEVELS }, (_, row) => ({ level: 100 - row * (100 / LEVELS), active: false })),
  }));
}
