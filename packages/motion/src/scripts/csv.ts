import { type Script, ScriptError, type ScriptPoint } from './script.ts';
import { tidyPoints } from './tidy-points.ts';

/** Two numbers as programs write them. No part can be read in two ways, or a long line would take for ever. */
const POINT_LINE =
  /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*,\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?:\s*,)?$/;

/** The device takes the first line for a comment whatever it says (api-v3.md 5.3), so there has to be one. */
const FIRST_LINE = '#time ms,position percent';

/**
 * Reads a Handy CSV: at least two lines of two numbers, time and position. Lines that start with `#`, blank lines, a trailing
 * comma, CRLF and a byte-order mark are ignored. Many programs write fractions and exponents: they are rounded, as those of
 * a funscript. Throws a `ScriptError` 'invalid-csv' for anything else, 'too-few-points' when fewer than two of its points
 * can be played.
 */
export function parseCsv(text: string): Script {
  const points: ScriptPoint[] = [];
  // Trimming takes the byte-order mark away too.
  for (const line of text.split(/\r\n|\n|\r/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const [, time, position] = POINT_LINE.exec(trimmed) ?? [];
    if (time === undefined || position === undefined) throw new ScriptError('invalid-csv');
    points.push({ t: Number(time), x: Number(position) });
  }
  if (points.length < 2) throw new ScriptError('invalid-csv');
  return tidyPoints(points, new Map());
}

/** Writes a Handy CSV, as uploads and other clients expect it: a comment line, then one `ms,percent` line a point. */
export function toCsv(points: readonly ScriptPoint[]): string {
  return `${[FIRST_LINE, ...points.map(({ t, x }) => `${t},${x}`)].join('\n')}\n`;
}
