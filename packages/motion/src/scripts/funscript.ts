import { isJsonObject } from '@tactus/protocol';
import { readFunscriptMetadata } from './funscript-metadata.ts';
import { scanFunscript } from './scan-funscript.ts';
import { type Script, ScriptError, type ScriptFile, type ScriptPoint } from './script.ts';
import { columnsToPoints, pointsToColumns, type ScriptColumns } from './script-columns.ts';
import { countRepair, type ScriptRepairCounts, tidyPoints } from './tidy-points.ts';

/** The name of the stroke axis in a file with several axes: in version 1.1 and in 2.0. */
const STROKE_AXES = ['L0', 'stroke'] as const;

/**
 * Reads a funscript: JSON with `actions: [{at, pos}]`; `inverted` is applied to the positions, `range` is only
 * reported. If the list is empty, the stroke among its axes is used, or else its `rawActions`, and a note reports that.
 * Metadata is read where possible. Throws a `ScriptError`: 'invalid-json' when the text is no JSON object or its
 * actions are no list, 'too-few-points' when fewer than two actions can be played.
 */
export function parseFunscriptFile(text: string): ScriptFile {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const scanned = scanFunscript(json);
  const file = parseObject(scanned?.rest ?? json);
  const about = readFunscriptMetadata(file);
  const inverted = file['inverted'] === true;
  if (scanned !== undefined && !inverted && scanned.columns.timesMs.length >= 2) {
    return { columns: scanned.columns, notes: [], about };
  }
  const actions = scanned === undefined ? (file['actions'] ?? []) : toActions(scanned.columns);
  const { points, notes } = readActions(actions, inverted, file);
  return { columns: pointsToColumns(points), notes, about };
}

/** Reads a bare list of actions, which `/hssp/setup` accepts in place of a URL. Throws as `parseFunscriptFile` does. */
export function parseActions(actions: unknown): Script {
  return readActions(actions, false, {});
}

/** Writes a funscript of version 1.0. */
export function formatFunscript(points: readonly ScriptPoint[]): string {
  const actions = points.map(({ t, x }) => ({ at: t, pos: x }));
  return `${JSON.stringify({ version: '1.0', inverted: false, range: 100, actions })}\n`;
}

const toActions = (columns: ScriptColumns) => columnsToPoints(columns).map(({ t, x }) => ({ at: t, pos: x }));

function parseObject(json: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch (error) {
    throw new ScriptError('invalid-json', { cause: error });
  }
  if (!isJsonObject(file)) throw new ScriptError('invalid-json');
  return file;
}

function readActions(actions: unknown, inverted: boolean, file: Record<string, unknown>): Script {
  if (!Array.isArray(actions)) throw new ScriptError('invalid-json');
  const counts: ScriptRepairCounts = new Map();
  const points = pointsOf(actions, counts);
  if (points.length > 0) return toScript(points, inverted, counts);
  for (const axis of STROKE_AXES) {
    const stroke = pointsOf(axisActions(file, axis), counts);
    if (stroke.length === 0) continue;
    countRepair(counts, 'stroke-axis', stroke.length);
    return toScript(stroke, inverted, counts);
  }
  const raw = pointsOf(file['rawActions'], counts);
  countRepair(counts, 'raw-actions', raw.length);
  return toScript(raw, inverted, counts);
}

/** The actions of an axis, in a list of `{id, actions}` (version 1.1) or an object of `{actions}` by name (2.0). */
function axisActions({ axes, channels }: Record<string, unknown>, name: string): unknown {
  // Array.isArray gives any[]; every entry is checked before use.
  const listed = Array.isArray(axes) ? (axes as readonly unknown[]) : [];
  const axis: unknown =
    listed.find((entry) => isJsonObject(entry) && entry['id'] === name) ??
    (isJsonObject(channels) && Object.hasOwn(channels, name) ? channels[name] : undefined);
  return isJsonObject(axis) ? axis['actions'] : undefined;
}

function pointsOf(actions: unknown, counts: ScriptRepairCounts): ScriptPoint[] {
  const points: ScriptPoint[] = [];
  if (!Array.isArray(actions)) return points;
  for (const action of actions as readonly unknown[]) {
    const at = isJsonObject(action) ? action['at'] : undefined;
    const pos = isJsonObject(action) ? action['pos'] : undefined;
    if (typeof at === 'number' && typeof pos === 'number') points.push({ t: at, x: pos });
    else countRepair(counts, 'dropped');
  }
  return points;
}

function toScript(points: readonly ScriptPoint[], inverted: boolean, counts: ScriptRepairCounts): Script {
  if (!inverted) return tidyPoints(points, counts);
  countRepair(counts, 'inverted', points.length);
  return tidyPoints(
    points.map(({ t, x }) => ({ t, x: 100 - x })),
    counts,
  );
}
