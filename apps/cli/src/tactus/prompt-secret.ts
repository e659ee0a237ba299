import { CommandEnd, ExitCode } from './exit-codes.ts';

/** Prompts for a secret without showing the input. Ends the command where there is no terminal. */
export async function promptSecret(
  message: string,
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  output: NodeJS.WritableStream,
): Promise<string> {
  if (input.isTTY !== true)
    throw new CommandEnd(
      ExitCode.WRONG_USE,
      'No connection key: set TACTUS_KEY, or give --key (there is no terminal to ask in)',
    );
  // Loaded where a person is asked: most commands have the key.
  const { default: password } = await import('@inquirer/password');
  try {
    return (await password({ message }, { input, output })).trim();
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError')
      throw new CommandEnd(ExitCode.INTERRUPTED, 'Interrupted');
    throw error;
  }
}
