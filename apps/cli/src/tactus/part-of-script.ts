import type { OptionRow, ParsedArgs } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { DURATION_BOUNDS, readNumber } from './read-command-line.ts';
import type { ScriptOfFile } from './script-file.ts';

const FROM = { ...DURATION_BOUNDS, min: 0 } as const;

/** The options that name a part of a script. */
export const SCRIPT_PART_OPTIONS: Readonly<Record<string, OptionRow>> = {
  from: { value: 'SECONDS', about: 'where in the script to begin; 0 when left out' },
  for: { value: 'SECONDS', about: 'how much of it to play; to its end when left out' },
};

/** The part of a script that `--from` and `--for` name, ms. */
export function readScriptPart({ options }: ParsedArgs, { endMs }: ScriptOfFile): { fromMs: number; untilMs: number } {
  const fromMs = (readNumber('--from', options['from'], FROM) ?? 0) * 1000;
  const lengthMs = (readNumber('--for', options['for'], DURATION_BOUNDS) ?? DURATION_BOUNDS.max) * 1000;
  if (fromMs >= endMs)
    throw new CommandEnd(ExitCode.WRONG_USE, `--from is beyond the end of the script (${(endMs / 1000).toFixed(1)} s)`);
  return { fromMs, untilMs: Math.min(endMs, fromMs + lengthMs) };
}
