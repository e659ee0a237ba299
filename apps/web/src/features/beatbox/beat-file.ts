import {
  columnMsOfBpm,
  gridOfScript,
  parseScriptFile,
  pointsOfBeat,
  type ScriptPoint,
  toFunscript,
  toPoints,
} from '@tactus/motion';
import { type Beat, readBeat } from '../../settings/beatbox-settings.ts';
import { GRID, toPlayableBeat } from './beat-editor.ts';

/** A beat from a file, and how many of its points had no place in the grid. */
export interface ReadBeat {
  readonly beat: Beat;
  readonly leftOut: number;
}

/** Where a funscript of ours carries the beat itself, inside of `metadata`. */
const OWN_FIELD = 'beatbox';

/** A beat as a funscript: one lap of it. The beat itself goes along, for a grid knows more than its points do. */
export function toBeatFile(beat: Beat): string {
  const { cellMs, ...shape } = toPlayableBeat(beat);
  // What `toFunscript` writes is an object.
  const script = JSON.parse(toFunscript(pointsOfBeat(shape, cellMs))) as object;
  return `${JSON.stringify({ ...script, metadata: { title: beat.name, [OWN_FIELD]: beat } })}\n`;
}

/**
 * Reads a beat from a funscript or a CSV: the beat that goes along, where the file's points are still its own, else the
 * points laid over a grid. It is not saved: its number is empty. Throws a `ScriptError` for a file that is no script.
 */
export function readBeatFile(text: string, fileName: string): ReadBeat {
  const points = toPoints(parseScriptFile(text, { name: fileName, type: '' }).columns);
  const own = ownBeat(text);
  if (own && isSame(pointsOfOwn(own), points)) return { beat: { ...own, uuid: '' }, leftOut: 0 };
  return fromPoints(points, own?.name || nameOf(fileName));
}

function fromPoints(points: readonly ScriptPoint[], name: string): ReadBeat {
  const fresh = readBeat({ name });
  const { height } = fresh.settings.resolution;
  const { levels, cellMs, leftOut } = gridOfScript(points, { mostColumns: GRID.columns.max, height });
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
    // A CSV, or a text that was read as a script all the same.
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

/** A file name that every system takes. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim();
  return `${plain === '' ? 'beat' : plain}.funscript`;
}

/** How a stroke is laid over detected beats. */
export type StrokeEvery = 1 | 2;

/**
 * A beat of a detected tempo: a stroke for every beat, or for every second one, as many as fit into the columns that there
 * are; up on the beat and down between.
 */
export function beatOfTempo(beat: Beat, bpm: number, every: StrokeEvery): Beat {
  const strokeColumns = 4 * every;
  const { resolution } = beat.settings;
  const strokes = Math.max(1, Math.floor(Math.min(resolution.time, GRID.columns.max) / strokeColumns));
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
