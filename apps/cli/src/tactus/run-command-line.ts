import type { CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { commandHelp, generalHelp, STORE_HELP } from './help.ts';
import { readCommandLine } from './read-command-line.ts';

const HELP = new Set(['help', '--help', '-h']);

/** Runs one command line to its end and returns its exit code. Prints the reason when it is not 0. */
export async function runCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  context: CommandContext,
): Promise<ExitCode> {
  const { screen } = context;
  try {
    return await run(args, env, context);
  } catch (error) {
    screen.show('');
    screen.printStatus(screen.paint.bad(error instanceof Error ? error.message : String(error)));
    return error instanceof CommandEnd ? error.exitCode : ExitCode.FAILED;
  }
}

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  context: CommandContext,
): Promise<ExitCode> {
  const [name = 'help', ...rest] = args;
  const helpFor = HELP.has(name) ? rest[0] : rest.some((word) => word === '--help' || word === '-h') ? name : undefined;
  if (HELP.has(name) && (helpFor === undefined || helpFor === 'store')) {
    context.screen.print(helpFor === undefined ? generalHelp() : STORE_HELP);
    return ExitCode.DONE;
  }
  const command = commands.get(helpFor ?? name);
  if (!command)
    throw new CommandEnd(
      ExitCode.WRONG_USE,
      `There is no command ${helpFor ?? name}.\n'tactus help' lists the commands.`,
    );
  if (helpFor !== undefined) {
    context.screen.print(commandHelp(helpFor, command));
    return ExitCode.DONE;
  }
  return command.run(readCommandLine(name, command, rest, env), context);
}
