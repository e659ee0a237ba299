import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { formatCsv, formatFunscript, type ScriptPoint } from '@tactus/motion';
import type { CliCommand } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { readScriptFile, type ScriptOfFile } from './script-file.ts';

type Format = ScriptOfFile['format'];

const writers: Readonly<Record<Format, (points: readonly ScriptPoint[]) => string>> = {
  csv: formatCsv,
  funscript: formatFunscript,
};

const isFormat = (name: string): name is Format => Object.hasOwn(writers, name);

/** The format that the command line names for the result; `undefined` where it names none. */
function readFormat(to: string | undefined, option: string | undefined): Format | undefined {
  const ending = to === undefined ? undefined : extname(to).slice(1).toLowerCase();
  const format = option ?? ending;
  if (format === undefined) return undefined;
  if (!isFormat(format))
    throw new CommandEnd(ExitCode.WRONG_USE, 'The result must be csv or funscript: name OUT so, or give --to');
  if (ending !== undefined && isFormat(ending) && ending !== format)
    throw new CommandEnd(ExitCode.WRONG_USE, `${to} would be no ${ending}: leave out --to, or name OUT otherwise`);
  return format;
}

/** Converts one format of scripts into the other. */
export const convertCommand: CliCommand = {
  usage: 'IN [OUT]',
  summary: 'turns a funscript into CSV, or CSV into a funscript',
  help: `The content of IN decides its format, not its name; changes to it are reported. The ending of OUT decides its format (.csv,
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
    const wanted = readFormat(to, options['to']);
    const { points, format } = await readScriptFile(from, screen);
    const text = writers[wanted ?? (format === 'csv' ? 'funscript' : 'csv')](points);
    if (to === undefined) screen.print(text.trimEnd());
    else {
      await writeFile(to, text, { flag: switches.has('force') ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
        const why = error.code === 'EEXIST' ? `${to} is there already; --force overwrites it` : error.message;
        throw new CommandEnd(ExitCode.FAILED, why, error);
      });
      screen.printStatus(`${to}: ${points.length} points`);
    }
    return ExitCode.DONE;
  },
};
