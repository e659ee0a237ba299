import { scanActions, skipBlanks, skipPast, UNCOMMON_SHAPE_ERROR } from './scan-actions.ts';
import type { ScriptColumns } from './script-columns.ts';

/** A funscript read without building an object for each of its actions. */
export interface ScannedFunscript {
  /** The actions: whole numbers in order, at least one. */
  readonly columns: ScriptColumns;
  /** The text of the file with an empty list in place of its actions: valid JSON exactly when the file is. */
  readonly rest: string;
}

const [QUOTE, COMMA, COLON] = [34, 44, 58];
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 92, 93, 123, 125];

/**
 * Reads the shape of nearly every funscript in less time than `JSON.parse`: an object at the top whose `actions` are
 * objects of `at` and `pos`, whole numbers in order, and nothing else. `undefined` for any other text, well-formed or
 * not: then `JSON.parse` decides. `text` begins without a byte-order mark.
 */
export function scanFunscript(text: string): ScannedFunscript | undefined {
  try {
    return scanFile(text);
  } catch (error) {
    if (error === UNCOMMON_SHAPE_ERROR) return undefined;
    throw error;
  }
}

function scanFile(text: string): ScannedFunscript {
  let found: { columns: ScriptColumns; from: number; to: number } | undefined;
  let at = skipPast(text, 0, OPEN_OBJECT);
  while (true) {
    const from = skipPast(text, at, QUOTE);
    const end = text.indexOf('"', from);
    const key = text.slice(from, end);
    // A key with an escape may mean `actions` too.
    if (end < 0 || key.includes('\\')) throw UNCOMMON_SHAPE_ERROR;
    at = skipPast(text, end + 1, COLON);
    if (key === 'actions') {
      if (found !== undefined) throw UNCOMMON_SHAPE_ERROR;
      at = skipBlanks(text, at);
      const scanned = scanActions(text, skipPast(text, at, OPEN_LIST));
      found = { columns: scanned.columns, from: at, to: scanned.end };
      at = scanned.end;
    } else {
      at = pastValue(text, at);
    }
    at = skipBlanks(text, at);
    const code = text.charCodeAt(at++);
    if (code === CLOSE_OBJECT) break;
    if (code !== COMMA) throw UNCOMMON_SHAPE_ERROR;
  }
  if (found === undefined || skipBlanks(text, at) < text.length) throw UNCOMMON_SHAPE_ERROR;
  return { columns: found.columns, rest: `${text.slice(0, found.from)}[]${text.slice(found.to)}` };
}

/** The offset after a value, well-formed or not: `JSON.parse` validates it with the rest of the file. */
function pastValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth++;
    else if (depth === 0 && (code === COMMA || code === CLOSE_OBJECT)) return at;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) depth--;
  }
  throw UNCOMMON_SHAPE_ERROR;
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  throw UNCOMMON_SHAPE_ERROR;
}
