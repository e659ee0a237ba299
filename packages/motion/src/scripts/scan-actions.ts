import type { ScriptColumns } from './script-columns.ts';

/** Thrown and caught by the scanner: the text is not of the common shape. */
export const UNCOMMON_SHAPE_ERROR = new Error('not of the common shape');

/** The largest time on the wire: a signed 32-bit number of milliseconds. */
const LAST_TIME_MS = 2 ** 31 - 1;
/** No action has fewer characters than `{"at":0,"pos":0},`. */
const SHORTEST_ACTION = 17;

/** Numbers of this many digits are always exact; longer ones are not the common shape. */
const MOST_DIGITS = 10;

/**
 * Reads actions like `{"at": 5, "pos": 6}` with commas between, from the first brace to past the bracket that closes the
 * list: whole numbers, times rising, positions from 0 to 100. Throws `UNCOMMON` for anything else. One loop with few
 * calls for text of a constant form: that makes it faster than `JSON.parse`.
 */
export function scanActions(text: string, from: number): { columns: ScriptColumns; end: number } {
  const most = Math.ceil((text.length - from) / SHORTEST_ACTION) + 1;
  const timesMs = new Uint32Array(most);
  const positions = new Uint8Array(most);
  let count = 0;
  let lastMs = -1;
  let at = from;
  while (true) {
    const isDense = isDenseTime(text, at);
    if (!isDense) at = skipBlanks(text, skipPast(text, at, 123)); // {
    const timeFirst = isDense || text.charCodeAt(at + 1) === 97; // a
    at = isDense ? at + 6 : timeFirst ? pastTimeKey(text, at) : pastPositionKey(text, at);
    let start = at;
    let first = 0;
    let code = text.charCodeAt(at);
    while (code >= 48 && code <= 57) {
      first = first * 10 + code - 48;
      code = text.charCodeAt(++at);
    }
    requireWhole(text, start, at);

    if (timeFirst && isDensePosition(text, at)) at += 7;
    else {
      at = skipBlanks(text, skipPast(text, at, 44)); // ,
      at = timeFirst ? pastPositionKey(text, at) : pastTimeKey(text, at);
    }
    start = at;
    let second = 0;
    code = text.charCodeAt(at);
    while (code >= 48 && code <= 57) {
      second = second * 10 + code - 48;
      code = text.charCodeAt(++at);
    }
    requireWhole(text, start, at);
    if (code === 125)
      at += 1; // }
    else at = skipPast(text, at, 125);

    const timeMs = timeFirst ? first : second;
    const position = timeFirst ? second : first;
    if (timeMs <= lastMs || timeMs > LAST_TIME_MS || position > 100) throw UNCOMMON_SHAPE_ERROR;
    timesMs[count] = lastMs = timeMs;
    positions[count] = position;
    count++;

    code = text.charCodeAt(at++);
    if (code === 44) continue; // ,
    at = skipBlanks(text, at - 1);
    code = text.charCodeAt(at++);
    if (code === 93) break; // ]
    if (code !== 44) throw UNCOMMON_SHAPE_ERROR;
  }
  return { columns: { timesMs: timesMs.slice(0, count), positions: positions.slice(0, count) }, end: at };
}

function requireWhole(text: string, start: number, end: number): void {
  const digits = end - start;
  if (digits < 1 || digits > MOST_DIGITS || (digits > 1 && text.charCodeAt(start) === 48)) throw UNCOMMON_SHAPE_ERROR;
}

/** Whether `{"at":` begins here, without a space, as most editors write it. */
function isDenseTime(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 123 &&
    text.charCodeAt(at + 1) === 34 &&
    text.charCodeAt(at + 2) === 97 &&
    text.charCodeAt(at + 3) === 116 &&
    text.charCodeAt(at + 4) === 34 &&
    text.charCodeAt(at + 5) === 58
  );
}

/** Whether `,"pos":` begins here, without a space. */
function isDensePosition(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === 44 &&
    text.charCodeAt(at + 1) === 34 &&
    text.charCodeAt(at + 2) === 112 &&
    text.charCodeAt(at + 3) === 111 &&
    text.charCodeAt(at + 4) === 115 &&
    text.charCodeAt(at + 5) === 34 &&
    text.charCodeAt(at + 6) === 58
  );
}

function pastTimeKey(text: string, at: number): number {
  const isKey =
    text.charCodeAt(at) === 34 &&
    text.charCodeAt(at + 1) === 97 && // a
    text.charCodeAt(at + 2) === 116 && // t
    text.charCodeAt(at + 3) === 34;
  if (!isKey) throw UNCOMMON_SHAPE_ERROR;
  return skipBlanks(text, skipPast(text, at + 4, 58)); // :
}

function pastPositionKey(text: string, at: number): number {
  const isKey =
    text.charCodeAt(at) === 34 &&
    text.charCodeAt(at + 1) === 112 && // p
    text.charCodeAt(at + 2) === 111 && // o
    text.charCodeAt(at + 3) === 115 && // s
    text.charCodeAt(at + 4) === 34;
  if (!isKey) throw UNCOMMON_SHAPE_ERROR;
  return skipBlanks(text, skipPast(text, at + 5, 58)); // :
}

/** The offset after whitespace and a character. */
export function skipPast(text: string, from: number, code: number): number {
  const at = skipBlanks(text, from);
  if (text.charCodeAt(at) !== code) throw UNCOMMON_SHAPE_ERROR;
  return at + 1;
}

/** The offset after JSON whitespace. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
  return at;
}
