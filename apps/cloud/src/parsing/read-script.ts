import { createHash } from 'node:crypto';
import { columnsToPoints, formatCsv, parseScriptFile, type ScriptColumns, ScriptError } from '@tactus/motion';
import { ParseRefusal } from './parse-refusal.ts';
import { JSON_DEPTH_MAX, structureProblem } from './text-structure.ts';

/**
 * The most points of a script, as many as a stream holds: more than a day at ten points a second.
 * @internal
 */
export const SCRIPT_POINTS_MAX = 1_000_000;

/**
 * The most lists, objects and commas of a script: an object and two commas for each point, and as much again for the rest.
 * A script within this limit needs less memory than a thread has, and that matters: V8 ends the whole process where
 * `JSON.parse` exceeds the limit of its thread.
 */
const PARTS_MAX = 4 * SCRIPT_POINTS_MAX;

/** Format of a stored script; the extension of its name. */
export type ScriptKind = 'csv' | 'funscript';

/** An upload as it is stored: the text in UTF-8, its SHA-256 in base64url, and the points in their compact form. */
export interface StoredUpload {
  readonly kind: ScriptKind;
  readonly hash: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly columns: ScriptColumns;
}

/** Reads a script in either format. Throws a `ParseRefusal` for other text, too deep nesting or too many points. */
export function parseScriptBytes(bytes: Uint8Array, type: string): ScriptColumns {
  return readText(bytes, type).columns;
}

/**
 * Checks an upload and makes the stored form: a funscript unchanged, its byte-order mark included, a CSV as its points, a
 * line each, without comments. Throws as `parseScriptBytes` does.
 */
export function readUploadedScript(bytes: Uint8Array<ArrayBuffer>, type: string): StoredUpload {
  const { text, columns } = readText(bytes, type);
  // Trimming removes a byte-order mark too; no CSV begins with a brace.
  const kind = text.trimStart().startsWith('{') ? 'funscript' : 'csv';
  const body = kind === 'funscript' ? bytes : new TextEncoder().encode(csvOf(columns));
  return { kind, columns, body, hash: createHash('sha256').update(body).digest('base64url') };
}

function readText(bytes: Uint8Array, type: string): { readonly text: string; readonly columns: ScriptColumns } {
  const problem = structureProblem(bytes, { depth: JSON_DEPTH_MAX, parts: PARTS_MAX });
  if (problem === 'too-deep')
    throw new ParseRefusal('invalid', `The script is nested deeper than ${JSON_DEPTH_MAX} levels`);
  if (problem === 'too-many-parts') throw tooLarge();
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const { columns } = scriptErrorToRefusal(() => parseScriptFile(text, type));
  return { text, columns: requireScriptLength(columns) };
}

/** Runs a reader of scripts, and turns its `ScriptError` into a `ParseRefusal`. */
export function scriptErrorToRefusal<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ScriptError ? new ParseRefusal('invalid', error.message) : error;
  }
}

/** Returns the columns. Throws a `ParseRefusal` where there are too many points. */
export function requireScriptLength(columns: ScriptColumns): ScriptColumns {
  if (columns.timesMs.length > SCRIPT_POINTS_MAX) throw tooLarge();
  return columns;
}

const tooLarge = () => new ParseRefusal('too-large', `A script holds at most ${SCRIPT_POINTS_MAX} points`);

/** The lines of a CSV, without the comment before them. */
function csvOf(columns: ScriptColumns): string {
  const withComment = formatCsv(columnsToPoints(columns));
  return withComment.slice(withComment.indexOf('\n') + 1);
}
