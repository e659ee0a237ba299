import { type Script, ScriptError, type ScriptPoint } from './script.ts';
import { tidyPoints } from './tidy-points.ts';

/** Two numbers as programs write them. No part is ambiguous: backtracking over a long line would take very long. */
const POINT_LINE =
  /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)\s*,\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?:\s*,)?$/;

const [LF, CR] = [10, 13];

/** The device treats the first line as a comment whatever its content, so the file has to have one. */
const FIRST_LINE = '#time ms,position percent';

/**
 * Reads a Handy CSV: at least two lines of two numbers, time and position. Lines that start with `#`, blank lines, a
 * trailing comma, CRLF and a byte-order mark are ignored. Many programs write fractions and exponents: they are
 * rounded, as those of a funscript. Throws a `ScriptError` 'invalid-csv' for anything else, 'too-few-points' when fewer
 * than two of its points can be played.
 */
export function parseCsv(text: string): Script {
  const points: ScriptPoint[] = [];
  // One line at a time: a list of the lines of a large file needs more memory than the file.
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLine(text, start);
    if (end === start) continue;
    // Trimming removes the byte-order mark too.
    const line = text.slice(start, end).trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, time, position] = POINT_LINE.exec(line) ?? [];
    if (time === undefined || position === undefined)
      throw new ScriptError('invalid-csv', { line: lineNumberAt(text, start) });
    points.push({ t: Number(time), x: Number(position) });
  }
  if (points.length < 2) throw new ScriptError('invalid-csv');
  return tidyPoints(points, new Map());
}

function endOfLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at += 1;
  return at;
}

/** The number, from 1, of the line that begins at an offset. */
const lineNumberAt = (text: string, offset: number): number => text.slice(0, offset).split(/\r\n|[\r\n]/).length;

/** Writes a Handy CSV in the form that uploads and other clients expect: a comment line, then one `ms,percent` line a point. */
export function formatCsv(points: readonly ScriptPoint[]): string {
  return `${[FIRST_LINE, ...points.map(({ t, x }) => `${t},${x}`)].join('\n')}\n`;
}
