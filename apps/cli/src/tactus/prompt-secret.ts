import { CommandEnd, ExitCode } from './exit-codes.ts';

/** The part of standard input that a prompt needs. */
export interface PromptInput {
  readonly isTTY?: boolean | undefined;
  setRawMode?(isRaw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
}

const ENTER = /[\r\n]/;
const END = ['\u0003', '\u0004']; // Ctrl-C and Ctrl-D arrive as characters while input is raw
const BACK = ['\u007f', '\b'];

/** Prompts for a secret without showing the input. Ends the command where there is no terminal. */
export function promptSecret(question: string, input: PromptInput, write: (text: string) => void): Promise<string> {
  if (input.isTTY !== true || !input.setRawMode)
    return Promise.reject(
      new CommandEnd(
        ExitCode.WRONG_USE,
        'No connection key: set TACTUS_KEY, or give --key (there is no terminal to ask in)',
      ),
    );
  write(question);
  input.setRawMode(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let typed = '';
    function close(): void {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      write('\n');
    }
    function onData(chunk: Buffer): void {
      for (const character of chunk.toString('utf8')) {
        const isEnd = END.includes(character);
        if (isEnd || ENTER.test(character)) {
          close();
          if (isEnd) reject(new CommandEnd(ExitCode.INTERRUPTED, 'Interrupted'));
          else resolve(typed.trim());
          return;
        }
        if (BACK.includes(character)) typed = typed.slice(0, -1);
        else if (character >= ' ') typed += character;
      }
    }
    input.on('data', onData);
  });
}
