import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseScript, positionAt, type ScriptColumns, ScriptError, type ScriptPoint, toColumns } from '@tactus/motion';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** A script of a file, ready to play. */
export interface ScriptOfFile {
  readonly name: string;
  /** The one that it was read as. */
  readonly format: 'csv' | 'funscript';
  readonly points: readonly ScriptPoint[];
  readonly columns: ScriptColumns;
  readonly endMs: number;
}

/** Reads a funscript or CSV and says what was changed in it. */
export async function readScriptFile(path: string, screen: Screen): Promise<ScriptOfFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandEnd(ExitCode.FAILED, error.code === 'ENOENT' ? `There is no file ${path}` : error.message, error);
  });
  try {
    const { points, notes } = parseScript(text);
    for (const { change, points: count } of notes) screen.say(`${basename(path)}: ${count} points ${change}`);
    // Of what was read as a script, a funscript is one JSON object, and no CSV begins as one.
    const format = text.trimStart().startsWith('{') ? 'funscript' : 'csv';
    return { name: basename(path), format, points, columns: toColumns(points), endMs: points.at(-1)?.t ?? 0 };
  } catch (error) {
    if (error instanceof ScriptError)
      throw new CommandEnd(ExitCode.FAILED, `${basename(path)}: ${error.message}`, error);
    throw error;
  }
}

/** Where the script is at a time, share 0..1 of the stroke. */
export const shareAt = ({ columns }: ScriptOfFile, timeMs: number): number => positionAt(columns, timeMs) / 100;
