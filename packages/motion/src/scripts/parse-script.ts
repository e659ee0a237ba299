import { parseCsv } from './csv.ts';
import { parseFunscript } from './funscript.ts';
import { type Script, ScriptError } from './script.ts';

/** Content types that say nothing about which of the two formats it is: the text decides. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
]);

/**
 * Reads a script of either format. `type` is the content type it came with (parameters are ignored); without one, or
 * with one that says nothing, the text decides. Throws a `ScriptError` with the law's text (product.md 5): 'Invalid type'
 * for a type that is neither CSV nor JSON, and those of `parseCsv` and `parseFunscript`.
 */
export function parseScript(text: string, type = ''): Script {
  const [essence = ''] = type.split(';');
  const name = essence.trim().toLowerCase();
  if (/\bcsv$/.test(name)) return parseCsv(text);
  if (/\b(json|funscript)$/.test(name)) return parseFunscript(text);
  if (!SAYS_NOTHING.has(name)) throw new ScriptError('invalid-type');
  return /^[\uFEFF\s]*[[{"]/.test(text) ? parseFunscript(text) : parseCsv(text);
}
