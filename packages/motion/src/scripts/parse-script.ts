import { parseCsv } from './csv.ts';
import { parseFunscriptFile } from './funscript.ts';
import { type Script, ScriptError, type ScriptFile, type ScriptMetadata } from './script.ts';
import { columnsToPoints, pointsToColumns } from './script-columns.ts';

/** Content types of either format: the text decides. */
const UNSPECIFIC_TYPES: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]);

/** The origin of a script: its content type, or that and the name of the file. */
type ScriptOrigin = string | { readonly name: string; readonly type: string };

/** A CSV has no metadata. */
const NO_ABOUT: ScriptMetadata = { chapters: [], marks: [], otherAxes: [] };

/**
 * Reads a script file in either format. The content type decides (parameters are ignored); if that is neither CSV nor
 * JSON, the file name's extension does, and without either, the text. Throws a `ScriptError` with the specification's
 * text: 'Invalid type' for another format, and those of `parseCsv` and `parseFunscriptFile`.
 */
export function parseScriptFile(text: string, origin: ScriptOrigin = ''): ScriptFile {
  if (!isCsv(text, origin)) return parseFunscriptFile(text);
  const { points, notes } = parseCsv(text);
  return { columns: pointsToColumns(points), notes, about: NO_ABOUT };
}

/** The script of a file in either format; see `parseScriptFile`. */
export function parseScript(text: string, origin?: ScriptOrigin): Script {
  const { columns, notes } = parseScriptFile(text, origin);
  return { points: columnsToPoints(columns), notes };
}

function isCsv(text: string, origin: ScriptOrigin): boolean {
  const { name, type } = typeof origin === 'string' ? { name: '', type: origin } : origin;
  const essence = essenceOf(type);
  // Windows gives a .csv the type of the program that opens it, such as Excel's.
  const format = formatIn(essence) ?? formatIn(endingOf(name));
  if (format !== undefined) return format === 'csv';
  if (!UNSPECIFIC_TYPES.has(essence)) throw new ScriptError('invalid-type');
  return !/^[\uFEFF\s]*[[{"]/.test(text);
}

const essenceOf = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();
const endingOf = (name: string): string => /\.\w+$/.exec(name)?.[0].toLowerCase() ?? '';

/** The format named at the end of a content type or extension. */
function formatIn(hint: string): 'csv' | 'json' | undefined {
  if (/\bcsv$/.test(hint)) return 'csv';
  return /\b(json|funscript)$/.test(hint) ? 'json' : undefined;
}
