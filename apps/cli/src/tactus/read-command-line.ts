import { parseArgs } from 'node:util';
import type { CliCommand, OptionRow, ParsedArgs } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';

/** Options of every command that uses a device. */
const DEVICE_OPTIONS: Readonly<Record<string, OptionRow>> = {
  api: { value: 'URL', about: 'the cloud, or its REST base; http://localhost:8787 when left out (or TACTUS_API)' },
  key: {
    value: 'KEY',
    about: 'the connection key; better TACTUS_KEY or the prompt: others can read a command line',
  },
  'app-id': {
    value: 'ID',
    about: 'the application id for the cloud; tactus-cli when left out (or TACTUS_APP_ID)',
  },
};

/** The environment variable for an option that the command line leaves out. */
const FROM_ENVIRONMENT: Readonly<Record<string, string>> = {
  api: 'TACTUS_API',
  key: 'TACTUS_KEY',
  'app-id': 'TACTUS_APP_ID',
  'script-host': 'TACTUS_SCRIPT_HOST',
};

/** All options of a command. */
export const optionsOfCommand = ({ needsDevice, options }: CliCommand): Readonly<Record<string, OptionRow>> =>
  needsDevice ? { ...options, ...DEVICE_OPTIONS } : options;

/** Reads the arguments after the name of a command. Ends it with the problem; a key is not repeated. */
export function readCommandLine(
  name: string,
  command: CliCommand,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ParsedArgs {
  const rows = optionsOfCommand(command);
  const config = Object.entries(rows).map(([option, { value }]) => [option, { type: value ? 'string' : 'boolean' }]);
  let parsed: ReturnType<typeof parseArgs>;
  try {
    const options = Object.fromEntries(config) as Record<string, { type: 'string' | 'boolean' }>; // built just above
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw wrongUse(name, error instanceof Error ? firstSentence(error.message) : String(error));
  }
  const { positionals, values } = parsed;
  const { needed, more = [] } = command.words;
  if (positionals.length < needed.length) throw wrongUse(name, `${needed[positionals.length]} is missing`);
  if (positionals.length > needed.length + more.length)
    throw wrongUse(name, `too many words: ${positionals.slice(needed.length + more.length).join(' ')}`);
  const options: Record<string, string | undefined> = {};
  const sources: Record<string, string | undefined> = {};
  for (const [option, { value }] of Object.entries(rows)) {
    const variable = FROM_ENVIRONMENT[option];
    const text = values[option] ?? (variable === undefined ? undefined : env[variable]);
    if (!value || typeof text !== 'string' || text === '') continue;
    options[option] = text;
    sources[option] = values[option] === undefined ? variable : `--${option}`;
  }
  const switches = new Set(Object.keys(values).filter((key) => values[key] === true));
  return { words: positionals, options, switches, sources };
}

/** Bounds of `--for`. */
export const DURATION_BOUNDS = { min: 0.1, max: 86_400, unit: 'seconds' } as const;

/** A number of an option within bounds; `undefined` where the option is missing. */
export function readNumber(
  name: string,
  text: string | undefined,
  { min, max, unit }: { readonly min: number; readonly max: number; readonly unit: string },
): number | undefined {
  if (text === undefined) return undefined;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= min && number <= max) return number;
  throw new CommandEnd(ExitCode.WRONG_USE, `${name} must be a number from ${min} to ${max} (${unit})`);
}

/** The address of an option; `undefined` where the option is missing. Ends the command with the source of an invalid one. */
export function readAddressOption({ options, sources }: ParsedArgs, option: string, example: string): URL | undefined {
  const text = options[option];
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new CommandEnd(ExitCode.WRONG_USE, `${sources[option] ?? `--${option}`} must be an address such as ${example}`);
}

const wrongUse = (name: string, what: string) =>
  new CommandEnd(ExitCode.WRONG_USE, `tactus ${name}: ${what}\n'tactus help ${name}' lists its words and options.`);

/** The first sentence: Node's explanations are long. */
const firstSentence = (text: string): string => text.split(/\. (?=[A-Z])/)[0] ?? text;
