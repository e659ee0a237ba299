import { readFunscriptAbout } from './funscript-about.ts';
import { isObject } from './is-object.ts';
import { scanFunscript } from './scan-funscript.ts';
import { type Script, ScriptError, type ScriptFile, type ScriptPoint } from './script.ts';
import { type ScriptColumns, toColumns, toPoints } from './script-columns.ts';
import { type ChangeCounts, noteChange, tidyPoints } from './tidy-points.ts';

/** The stroke among the axes of a file with several: its name in version 1.1 and in 2.0. */
const STROKE_AXES = ['L0', 'stroke'] as const;

/** How a file wants its positions to be read. */
interface Shape {
  readonly inverted: boolean;
  /** The part of the stroke to use, percent. */
  readonly range: number;
}

/**
 * Reads a funscript: JSON with `actions: [{at, pos}]`; `inverted` and `range` are applied to the positions. Where the list
 * is empty the stroke among its axes is taken, or else its `rawActions`, and a note says so. What is said about the
 * script is read where it can be. Throws a `ScriptError`: 'invalid-json' when it is no JSON object or its actions are no
 * list, 'too-few-points' when fewer than two actions can be played.
 */
export function parseFunscriptFile(text: string): ScriptFile {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const scanned = scanFunscript(json);
  const file = parseObject(scanned?.rest ?? json);
  const about = readFunscriptAbout(file);
  const shape: Shape = { inverted: file['inverted'] === true, range: rangeOf(file['range']) };
  const isAsStored = !shape.inverted && shape.range === 100;
  if (scanned !== undefined && isAsStored && scanned.columns.timesMs.length >= 2) {
    return { columns: scanned.columns, notes: [], about };
  }
  const actions = scanned === undefined ? (file['actions'] ?? []) : toActions(scanned.columns);
  const { points, notes } = readActions(actions, shape, file);
  return { columns: toColumns(points), notes, about };
}

/**
 * Reads a bare list of actions, as `/hssp/setup` takes it in place of a URL (decisions.md 18). Throws as
 * `parseFunscriptFile` does.
 */
export function parseActions(actions: unknown): Script {
  return readActions(actions, { inverted: false, range: 100 }, {});
}

/** Writes a funscript of version 1.0. */
export function toFunscript(points: readonly ScriptPoint[]): string {
  const actions = points.map(({ t, x }) => ({ at: t, pos: x }));
  return `${JSON.stringify({ version: '1.0', inverted: false, range: 100, actions })}\n`;
}

const toActions = (columns: ScriptColumns) => toPoints(columns).map(({ t, x }) => ({ at: t, pos: x }));

function parseObject(json: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch (error) {
    throw new ScriptError('invalid-json', error);
  }
  if (!isObject(file)) throw new ScriptError('invalid-json');
  return file;
}

function readActions(actions: unknown, shape: Shape, file: Record<string, unknown>): Script {
  if (!Array.isArray(actions)) throw new ScriptError('invalid-json');
  const counts: ChangeCounts = new Map();
  const points = pointsOf(actions, counts);
  if (points.length > 0) return toScript(points, shape, counts);
  for (const axis of STROKE_AXES) {
    const stroke = pointsOf(axisActions(file, axis), counts);
    if (stroke.length === 0) continue;
    noteChange(counts, 'stroke-axis', stroke.length);
    return toScript(stroke, shape, counts);
  }
  const raw = pointsOf(file['rawActions'], counts);
  noteChange(counts, 'raw-actions', raw.length);
  return toScript(raw, shape, counts);
}

/** The actions of an axis, in a list of `{id, actions}` (version 1.1) or an object of `{actions}` by name (2.0). */
function axisActions({ axes, channels }: Record<string, unknown>, name: string): unknown {
  // Array.isArray gives any[]; every entry is checked before use.
  const listed = Array.isArray(axes) ? (axes as readonly unknown[]) : [];
  const axis: unknown =
    listed.find((entry) => isObject(entry) && entry['id'] === name) ??
    (isObject(channels) && Object.hasOwn(channels, name) ? channels[name] : undefined);
  return isObject(axis) ? axis['actions'] : undefined;
}

function pointsOf(actions: unknown, counts: ChangeCounts): ScriptPoint[] {
  const points: ScriptPoint[] = [];
  if (!Array.isArray(actions)) return points;
  for (const action of actions as readonly unknown[]) {
    const at = isObject(action) ? action['at'] : undefined;
    const pos = isObject(action) ? action['pos'] : undefined;
    if (typeof at === 'number' && typeof pos === 'number') points.push({ t: at, x: pos });
    else noteChange(counts, 'dropped');
  }
  return points;
}

function toScript(points: readonly ScriptPoint[], shape: Shape, counts: ChangeCounts): Script {
  if (shape.inverted) noteChange(counts, 'inverted', points.length);
  if (shape.range !== 100) noteChange(counts, 'scaled', points.length);
  return tidyPoints(shape.inverted || shape.range !== 100 ? points.map(shapedBy(shape)) : points, counts);
}

/** Turns round and scales; whole percents are made here, so that a scaled position does not count as rounded. */
function shapedBy({ inverted, range }: Shape) {
  return ({ t, x }: ScriptPoint): ScriptPoint => {
    const upwards = inverted ? 100 - x : x;
    return { t, x: range === 100 ? upwards : Math.round((upwards * range) / 100) };
  };
}

/** The part of the stroke that a file wants to use, in percent; a value that makes no sense means all of it. */
function rangeOf(range: unknown): number {
  return typeof range === 'number' && range >= 1 && range <= 100 ? range : 100;
}
