import {
  columnMsOfBpm,
  columnsToPoints,
  formatFunscript,
  gridOfScript,
  parseScriptFile,
  pointsOfBeat,
  type ScriptPoint,
} from '@tactus/motion';
import { type Beat, readBeat } from '../../settings/beatbox-settings.ts';
import { GRID_BOUNDS, toPlayableBeat } from './beat-editor.ts';

/** A beat from a file, and how many of its points did not fit the grid. */
export interface ImportedBeat {
  readonly beat: Beat;
  readonly leftOut: number;
}

/** The field of our funscripts' `metadata` that contains the beat. */
const OWN_FIELD = 'beatbox';

/** One lap of a beat as a funscript. The beat itself is included, for a grid holds more than its points. */
export function formatBeatFile(beat: Beat): string {
  const { cellMs, ...shape } = toPlayableBeat(beat);
  // `formatFunscript` writes an object.
  const script = JSON.parse(formatFunscript(pointsOfBeat(shape, cellMs))) as object;
  return `${JSON.stringify({ ...script, metadata: { title: beat.name, [OWN_FIELD]: beat } })}\n`;
}

/**
 * Reads a beat from a funscript or a CSV: the included beat, if the file's points still match it, else the points
 * placed on a grid. It is not saved: its number is empty. Throws a `ScriptError` for a file that is no script.
 */
export function readBeatFile(text: string, fileName: string): ImportedBeat {
  const points = columnsToPoints(parseScriptFile(text, { name: fileName, type: '' }).columns);
  const own = ownBeat(text);
  if (own && isSame(pointsOfOwn(own), points)) return { beat: { ...own, uuid: '' }, leftOut: 0 };
  return fromPoints(points, own?.name || nameOf(fileName));
}

function fromPoints(points: readonly ScriptPoint[], name: string): ImportedBeat {
  const fresh = readBeat({ name });
  const { height } = fresh.settings.resolution;
  const { levels, cellMs, leftOut } = gridOfScript(points, { mostColumns: GRID_BOUNDS.columns.max, height });
  const activeCells = levels.flatMap((pos, column) => (pos === undefined ? [] : [{ at: column * cellMs, pos }]));
  const settings = { ...fresh.settings, timePerCell: cellMs, resolution: { height, time: levels.length } };
  return { beat: { ...fresh, activeCells, settings }, leftOut };
}

function ownBeat(text: string): Beat | undefined {
  try {
    // Everything in it is checked by `readBeat`.
    const { metadata } = JSON.parse(text) as { metadata?: Record<string, unknown> };
    const stored = metadata?.[OWN_FIELD];
    return stored === undefined ? undefined : readBeat(stored);
  } catch {
    // A CSV, or another text that could be read as a script.
    return undefined;
  }
}

function pointsOfOwn(beat: Beat): ScriptPoint[] {
  const { cellMs, ...shape } = toPlayableBeat(beat);
  return pointsOfBeat(shape, cellMs);
}

const isSame = (some: readonly ScriptPoint[], others: readonly ScriptPoint[]): boolean =>
  some.length === others.length && some.every(({ t, x }, index) => t === others[index]?.t && x === others[index]?.x);

const nameOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '');

/** The name of a beat as the name of a funscript file, without characters that some system refuses. */
export function safeFunscriptName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim();
  return `${plain === '' ? 'beat' : plain}.funscript`;
}

/** How many detected beats one stroke takes. */
export type BeatsPerStroke = 1 | 2;

/**
 * A beat of a detected tempo: a stroke for every beat, or for every second one, as many as fit into the columns;
 * up on the beat and down between.
 */
export function beatFromTempo(beat: Beat, bpm: number, every: BeatsPerStroke): Beat {
  const strokeColumns = 4 * every;
  const { resolution } = beat.settings;
  const strokes = Math.max(1, Math.floor(Math.min(resolution.time, GRID_BOUNDS.columns.max) / strokeColumns));
  const timePerCell = columnMsOfBpm(bpm);
  const lowest = 100 / resolution.height;
  const activeCells = Array.from({ length: strokes * 2 }, (_, half) => ({
    at: half * (strokeColumns / 2) * timePerCell,
    pos: half % 2 === 0 ? 100 : Math.round(lowest),
  }));
  return {
    ...beat,
    activeCells,
    settings: { ...beat.settings, timePerCell, resolution: { ...resolution, time: strokes * strokeColumns } },
  };
}
