import type { CliCommand } from './command.ts';
import { commands } from './commands.ts';
import { exitCodeTexts } from './exit-codes.ts';
import { optionsOfCommand } from './read-command-line.ts';

/** `tactus help store`: the store belongs to the cloud, which has a program of its own for that command. */
export const STORE_HELP =
  "tactus store copy FROM TO: copy the store of a cloud to another database\n\n'tactus store' says how.";

/** The text of `tactus help`. */
export function generalHelp(): string {
  const rows = [...commands].map(([name, { usage, summary }]) => `  ${`${name} ${usage}`.padEnd(20)} ${summary}`);
  const codes = Object.entries(exitCodeTexts).map(([code, text]) => `  ${code.padStart(3)}  ${text}`);
  return `tactus: a device from a terminal, on the vendor's cloud or on ours

${rows.join('\n')}
  ${'store copy FROM TO'.padEnd(20)} copy the store of a cloud to another database; 'tactus store' says how
  ${'help [COMMAND]'.padEnd(20)} this text, or the help of one command

In the repository 'tactus' is 'npm run -s tactus --'.

The cloud is http://localhost:8787 (npm start) unless --api or TACTUS_API names another; its devices are virtual, and one has the
key DemoHandy1. TACTUS_API is read by this program alone. TACTUS_API_BASE is not: npm start and npm run build -- --static read it,
for the cloud that their app talks to. A prompt asks for the key when neither TACTUS_KEY nor --key has it; the key is never shown.
Results go to standard output, the rest to standard error. Where an output is no terminal, or with TERM=dumb, no line is
overwritten; NO_COLOR=1 removes the colours.

Exit codes:
${codes.join('\n')}`;
}

/** The text of `tactus help NAME`. */
export function commandHelp(name: string, command: CliCommand): string {
  const { usage, summary, help } = command;
  const options = Object.entries(optionsOfCommand(command)).map(
    ([option, { value, about }]) => `  ${`--${option}${value ? ` ${value}` : ''}`.padEnd(20)} ${about}`,
  );
  return [
    `tactus ${name}${usage && ` ${usage}`}: ${summary}`,
    help,
    ...(options.length > 0 ? [options.join('\n')] : []),
  ].join('\n\n');
}
