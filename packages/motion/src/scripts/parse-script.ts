import { parseCsv } from './csv.ts';
import { parseFunscriptFile } from './funscript.ts';
import { type Script, type ScriptAbout, ScriptError, type ScriptFile } from './script.ts';
import { toColumns, toPoints } from './script-columns.ts';

/** Content types that say nothing about which of the two formats it is: the text decides. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]);

/** A CSV says nothing about its script. */
const NOTHING_SAID: ScriptAbout = { chapters: [], marks: [], otherAxes: [] };

/**
 * Reads a file with a script in either format. `type` is the content type it came with (parameters are ignored); without
 * one, or with one that says nothing, the text decides. Throws a `ScriptError` with the law's text (product.md 5):
 * 'Invalid type' for a type that is neither CSV nor JSON, and those of `parseCsv` and `parseFunscriptFile`.
 */
export function parseScriptFile(text: string, type = ''): ScriptFile {
  if (!isCsv(text, type)) return parseFunscriptFile(text);
  const { points, notes } = parseCsv(text);
  return { columns: toColumns(points), notes, about: NOTHING_SAID };
}

/** The script of a file in either format; see `parseScriptFile`. */
export function parseScript(text: string, type?: string): Script {
  const { columns, notes } = parseScriptFile(text, type);
  return { points: toPoints(columns), notes };
}

function isCsv(text: string, type: string): boolean {
  const [essence = ''] = type.split(';');
  const name = essence.trim().toLowerCase();
  if (/\bcsv$/.test(name)) return true;
  if (/\b(json|funscript)$/.test(name)) return false;
  if (!SAYS_NOTHING.has(name)) throw new ScriptError('invalid-type');
  return !/^[\uFEFF\s]*[[{"]/.test(text);
}
