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
  for (const line of linesOf(text)) {
    // Trimming takes the byte-order mark away too.
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const [, time, position] = POINT_LINE.exec(trimmed) ?? [];
    if (time === undefined || position === undefined) throw new ScriptError('invalid-csv');
    points.push({ t: Number(time), x: Number(position) });
  }
  if (points.length < 2) throw new ScriptError('invalid-csv');
  return tidyPoints(points, new Map());
}

/** The lines that are not empty. One at a time: a list of the lines of a large file takes more memory than the file. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13 && at < text.length) continue;
    if (at > start) yield text.slice(start, at);
    start = at + 1;
  }
}

/** Writes a Handy CSV, as uploads and other clients expect it: a comment line, then one `ms,percent` line a point. */
export function toCsv(points: readonly ScriptPoint[]): string {
  return `${[FIRST_LINE, ...points.map(({ t, x }) => `${t},${x}`)].join('\n')}\n`;
}
