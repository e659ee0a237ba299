import * as z from 'zod/mini';
import { field, group } from './field.ts';

const COLUMNS = 10;
const LEVELS = 10;
/** Time between the columns of the default grid; a column's real time is `timePerCell` (decisions.md 15). */
const DEFAULT_COLUMN_STEP_MS = 200;

const cell = z.looseObject({ level: z.number(), active: z.boolean() });
const column = z.looseObject({ at: z.number(), levels: z.array(cell) });

const beatSettings = {
  resolution: group({
    height: field(z.number().check(z.positive()), 10),
    time: field(z.number().check(z.positive()), 10),
  }),
  timePerCell: field(z.number().check(z.positive()), 250),
  tableHeight: field(z.number().check(z.positive()), 4),
  fillPoints: field(z.boolean(), true),
  addEndPoint: field(z.boolean(), true),
};

/** A beat as it is stored: kept whole, fields of other versions included. */
const storedBeat = z.looseObject({ version: z.number(), name: z.string(), uuid: z.string() });

/**
 * The beat box: saved beats, playlist, the beat being drawn (product.md section 3, decisions.md 15 and 51).
 * An empty `uuid` means that the beat was not saved yet; saving gives it one of 8 random alphanumerics.
 */
export const beatboxSettings = group({
  beats: field(z.array(storedBeat), []),
  playlist: field(z.array(z.looseObject({ uuid: z.string() })), []),
  currentBeat: group({
    version: field(z.literal(1), 1),
    image: field(z.string(), ''),
    name: field(z.string(), ''),
    uuid: field(z.string(), ''),
    activeCells: field(z.array(z.looseObject({ at: z.number(), pos: z.number() })), []),
    settings: group(beatSettings),
  }),
  showBeats: field(z.boolean(), true),
  showPlaylist: field(z.boolean(), true),
  showSettings: field(z.boolean(), true),
  showGraph: field(z.boolean(), true),
  updateTimeHalfway: field(z.boolean(), true),
  cellStates: field(z.array(column), emptyGrid()),
  settings: group(beatSettings),
});

/** 10 columns at 200-ms steps, each with the levels 100, 90 … 10, none active. */
function emptyGrid() {
  return Array.from({ length: COLUMNS }, (_, index) => ({
    at: index * DEFAULT_COLUMN_STEP_MS,
    levels: Array.from({ length: LEVELS }, (_, row) => ({ level: 100 - row * (100 / LEVELS), active: false })),
  }));
}
