import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type ScriptPoint, toCsv, toFunscript } from '@tactus/motion';
import type { Command } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { readScriptFile } from './script-file.ts';

const writers: Readonly<Record<string, (points: readonly ScriptPoint[]) => string>> = {
  csv: toCsv,
  funscript: toFunscript,
};

/** One format of scripts into the other. */
export const convertCommand: Command = {
  usage: 'IN [OUT]',
  summary: 'turns a funscript into CSV, or CSV into a funscript',
  help: `IN is read by what is in it, whatever its name; what had to be changed in it is said. OUT is written by its ending (.csv,
.funscript). Without OUT the result goes to standard output, in the other format, or in that of --to. Nothing leaves this
machine, and no file is overwritten without --force.

  tactus convert session.funscript session.csv
  tactus convert session.csv > session.funscript`,
  words: { needed: ['IN'], more: ['OUT'] },
  needsDevice: false,
  options: {
    to: { value: 'FORMAT', about: 'csv or funscript' },
    force: { about: 'overwrites OUT' },
  },
  async run({ words, options, switches }, { screen }) {
    const [from = '', to] = words;
    const isCsv = extname(from).toLowerCase() === '.csv';
    const format =
      options['to'] ?? (to === undefined ? (isCsv ? 'funscript' : 'csv') : extname(to).slice(1).toLowerCase());
    const write = writers[format];
    if (!write)
      throw new CommandEnd(ExitCode.WRONG_USE, 'The result must be csv or funscript: name OUT so, or give --to');
    const { points } = await readScriptFile(from, screen);
    const text = write(points);
    if (to === undefined) screen.print(text.trimEnd());
    else {
      await writeFile(to, text, { flag: switches.has('force') ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
        const why = error.code === 'EEXIST' ? `${to} is there already; --force overwrites it` : error.message;
        throw new CommandEnd(ExitCode.FAILED, why, error);
      });
      screen.say(`${to}: ${points.length} points`);
    }
    return ExitCode.DONE;
  },
};
