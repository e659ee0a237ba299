import { type Script, ScriptError, type ScriptPoint } from './script.ts';
import { type ChangeCounts, noteChange, tidyPoints } from './tidy-points.ts';

/**
 * Reads a funscript: JSON with `actions: [{at, pos}]`; `inverted` and `range` are applied to the positions, everything
 * else in the file (further axes, metadata) is ignored. Throws a `ScriptError`: 'invalid-json' when it is no JSON object
 * or its actions are no list, 'too-few-points' when fewer than two actions can be played.
 */
export function parseFunscript(text: string): Script {
  let file: unknown;
  try {
    file = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    throw new ScriptError('invalid-json', error);
  }
  if (!isObject(file)) throw new ScriptError('invalid-json');
  return readActions(file['actions'] ?? [], { inverted: file['inverted'] === true, range: rangeOf(file['range']) });
}

/**
 * Reads a bare list of actions, as `/hssp/setup` takes it in place of a URL (decisions.md 18). Throws as
 * `parseFunscript` does.
 */
export function parseActions(actions: unknown): Script {
  return readActions(actions, { inverted: false, range: 100 });
}

function readActions(actions: unknown, shape: { inverted: boolean; range: number }): Script {
  if (!Array.isArray(actions)) throw new ScriptError('invalid-json');
  const counts: ChangeCounts = new Map();
  const points: ScriptPoint[] = [];
  // Array.isArray gives any[]; every entry is checked before use.
  for (const action of actions as readonly unknown[]) {
    const at = isObject(action) ? action['at'] : undefined;
    const pos = isObject(action) ? action['pos'] : undefined;
    if (typeof at === 'number' && typeof pos === 'number') points.push({ t: at, x: pos });
    else noteChange(counts, 'dropped');
  }
  if (shape.inverted) noteChange(counts, 'inverted', points.length);
  if (shape.range !== 100) noteChange(counts, 'scaled', points.length);
  return tidyPoints(shape.inverted || shape.range !== 100 ? points.map(shapedBy(shape)) : points, counts);
}

/** Turns round and scales; whole percents are made here, so that a scaled position does not count as rounded. */
function shapedBy({ inverted, range }: { inverted: boolean; range: number }) {
  return ({ t, x }: ScriptPoint): ScriptPoint => {
    const upwards = inverted ? 100 - x : x;
    return { t, x: range === 100 ? upwards : Math.round((upwards * range) / 100) };
  };
}

/** The part of the stroke that a file wants to use, in percent; a value that makes no sense means all of it. */
function rangeOf(range: unknown): number {
  return typeof range === 'number' && range >= 1 && range <= 100 ? range : 100;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
