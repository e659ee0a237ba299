import type { Surroundings } from './command.ts';
import { commands } from './commands.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { commandHelp, generalHelp } from './help.ts';
import { readCommandLine } from './read-command-line.ts';

const HELP = new Set(['help', '--help', '-h']);

/** Runs one command line to its end and gives its exit code. Says why when it is not 0. */
export async function runCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { screen } = surroundings;
  try {
    return await run(args, env, surroundings);
  } catch (error) {
    screen.show('');
    screen.say(screen.paint.bad(error instanceof Error ? error.message : String(error)));
    return error instanceof CommandEnd ? error.exitCode : ExitCode.FAILED;
  }
}

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const [name = 'help', ...rest] = args;
  const asked = HELP.has(name) ? rest[0] : rest.some((word) => word === '--help' || word === '-h') ? name : undefined;
  if (HELP.has(name) && asked === undefined) {
    surroundings.screen.print(generalHelp());
    return ExitCode.DONE;
  }
  const command = commands.get(asked ?? name);
  if (!command)
    throw new CommandEnd(
      ExitCode.WRONG_USE,
      `There is no command ${asked ?? name}.\n'tactus help' tells which there are.`,
    );
  if (asked !== undefined) {
    surroundings.screen.print(commandHelp(asked, command));
    return ExitCode.DONE;
  }
  return command.run(readCommandLine(name, command, rest, env), surroundings);
}
