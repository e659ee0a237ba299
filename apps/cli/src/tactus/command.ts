import type { Random, Time } from '@tactus/time';
import type { ExitCode } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** An option of a command, as the help shows it. */
export interface OptionRow {
  /** The name of its value; left out for a switch. */
  readonly value?: string;
  readonly about: string;
}

/** The parsed command line, completed with the values of environment variables. */
export interface ParsedArgs {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** The source of each option with a value: `--api`, or the environment variable. */
  readonly sources: Readonly<Record<string, string | undefined>>;
}

/** The surroundings of a command: time, network, terminal and signals. */
export interface CommandContext {
  readonly time: Time;
  readonly random: Random;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly screen: Screen;
  /** Aborts at Ctrl-C, SIGTERM, and when the terminal is closed; its reason is the `ExitCode` to end with. */
  readonly interrupted: AbortSignal;
  /** Prompts for a secret without showing it. Rejects where there is no terminal. */
  readonly promptSecret: (question: string) => Promise<string>;
}

/** One row of the table of commands. */
export interface CliCommand {
  /** The text after the name, such as `FILE`. */
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs and examples of `tactus help NAME`. */
  readonly help: string;
  /** Names of the required words and of the optional ones. */
  readonly words: { readonly needed: readonly string[]; readonly more?: readonly string[] };
  /** Whether the command uses a device, and so takes the options that name the device. */
  readonly needsDevice: boolean;
  readonly options: Readonly<Record<string, OptionRow>>;
  readonly run: (args: ParsedArgs, context: CommandContext) => Promise<ExitCode>;
}
