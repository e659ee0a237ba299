import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  columnsToPoints,
  parseScriptFile,
  type ScriptColumns,
  ScriptError,
  type ScriptPoint,
  scriptPositionAt,
} from '@tactus/motion';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** A script of a file, ready to play. */
export interface ScriptOfFile {
  readonly name: string;
  /** The format that the file was read as. */
  readonly format: 'csv' | 'funscript';
  readonly points: readonly ScriptPoint[];
  readonly columns: ScriptColumns;
  readonly endMs: number;
}

/** Reads a funscript or CSV and reports what was changed in it. */
export async function readScriptFile(path: string, screen: Screen): Promise<ScriptOfFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandEnd(ExitCode.FAILED, error.code === 'ENOENT' ? `There is no file ${path}` : error.message, error);
  });
  try {
    const { columns, notes, about } = parseScriptFile(text);
    const points = columnsToPoints(columns);
    for (const { change, points: count } of notes) screen.printStatus(`${basename(path)}: ${count} points ${change}`);
    if (about.range !== undefined)
      screen.printStatus(`${basename(path)}: requests ${about.range} % of the stroke, which is not applied`);
    // A funscript is one JSON object, and no CSV begins like one.
    const format = text.trimStart().startsWith('{') ? 'funscript' : 'csv';
    return { name: basename(path), format, points, columns, endMs: points.at(-1)?.t ?? 0 };
  } catch (error) {
    if (error instanceof ScriptError)
      throw new CommandEnd(ExitCode.FAILED, `${basename(path)}: ${error.message}${placeOf(error, text)}`, error);
    throw error;
  }
}

/** The position of the script at a time, share 0..1 of the stroke. */
export const scriptFractionAt = ({ columns }: ScriptOfFile, timeMs: number): number =>
  scriptPositionAt(columns, timeMs) / 100;

/** The place of the error in the text, in words; empty where it is unknown. */
function placeOf({ code, line }: ScriptError, text: string): string {
  if (line !== undefined) return `, line ${line}: ${shortened(text.split(/\r\n|[\r\n]/)[line - 1] ?? '')}`;
  if (code !== 'invalid-json') return '';
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return ': there is no list of actions in it';
  } catch (error) {
    return error instanceof Error ? `, ${jsonPlace(error.message, text)}` : '';
  }
}

/** The place of an error of JSON.parse: the engine names an offset, the end of the text, or shows a part of the text. */
function jsonPlace(message: string, text: string): string {
  const [, offset = message.includes('end of JSON') ? text.length : undefined] =
    /at position (\d+)/.exec(message) ?? [];
  if (offset === undefined) return message;
  const before = text.slice(0, Number(offset)).split(/\r\n|[\r\n]/);
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

const SHOWN_LENGTH = 40;
const shortened = (text: string): string => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text);
