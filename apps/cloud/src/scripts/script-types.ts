import { parseScript, toCsv } from '@tactus/motion';
import type { ScriptKind, ScriptText } from './script-store.ts';

/** Content types under which stored scripts are served and read back. */
export const CONTENT_TYPES: Readonly<Record<ScriptKind, string>> = {
  csv: 'text/csv; charset=utf-8',
  funscript: 'application/json; charset=utf-8',
};

/** What an extension says about a file; clients send funscripts under all sorts of content types. */
const EXTENSIONS: Readonly<Record<string, string | undefined>> = {
  csv: 'text/csv',
  funscript: 'application/json',
  json: 'application/json',
};

/** The content type of an upload: what its name says where that is a script's, else what it came with. */
export function uploadedType(fileName: string, mimeType: string): string {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return EXTENSIONS[extension] ?? mimeType;
}

/**
 * Checks an upload and makes of it what is stored: a funscript as it came, a CSV as its points, a line each, without
 * comments (api-v3.md 5.4). Throws a `ScriptError`.
 */
export function readScriptText(text: string, type: string): ScriptText {
  const { points } = parseScript(text, type);
  // Trimming takes a byte-order mark away too; no CSV begins with a brace.
  if (text.trimStart().startsWith('{')) return { kind: 'funscript', body: text };
  const withComment = toCsv(points);
  return { kind: 'csv', body: withComment.slice(withComment.indexOf('\n') + 1) };
}
