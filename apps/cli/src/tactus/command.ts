import type { Random, Time } from '@tactus/time';
import type { ExitCode } from './exit-codes.ts';
import type { Screen } from './screen.ts';

/** An option of a command: what stands behind its name in the help, and what it is for. */
export interface OptionRow {
  /** What is given with it; left out for a switch. */
  readonly value?: string;
  readonly about: string;
}

/** What was given on the command line; what the environment says is filled in. */
export interface Given {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** Where each option that has a value came from: `--api`, or the variable of the environment. */
  readonly sources: Readonly<Record<string, string | undefined>>;
}

/** What a command runs in. */
export interface Surroundings {
  readonly time: Time;
  readonly random: Random;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly screen: Screen;
  /** Aborts at Ctrl-C, SIGTERM, and when the terminal is gone; its reason is the `ExitCode` to end with. */
  readonly interrupted: AbortSignal;
  /** Asks for something that must not be seen. Rejects where nobody can be asked. */
  readonly askSecret: (question: string) => Promise<string>;
}

/** One row of the table of commands. */
export interface Command {
  /** What follows the name, as in `FILE`. */
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs and examples of `tactus help NAME`. */
  readonly help: string;
  /** Names of the words that must follow, and of those that may. */
  readonly words: { readonly needed: readonly string[]; readonly more?: readonly string[] };
  /** Whether it talks to a device, and so takes the options that say to which. */
  readonly needsDevice: boolean;
  readonly options: Readonly<Record<string, OptionRow>>;
  readonly run: (given: Given, surroundings: Surroundings) => Promise<ExitCode>;
}
