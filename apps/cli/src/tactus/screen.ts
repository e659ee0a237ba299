import type { Time } from '@tactus/time';

/** The output of a command. Results go to standard output, status lines to standard error. */
export interface Screen {
  /** Whether the output can show a live line, which is overwritten again and again. */
  readonly isLive: boolean;
  /** A line of the result. */
  print(line: string): void;
  /** A status line: progress, or an error. */
  printStatus(line: string): void;
  /** Shows the live line. Where the output cannot, prints one every five seconds: only a write finds that nobody reads any more. */
  show(line: string): void;
  /** Marks important text, where colours are wanted. */
  readonly paint: Readonly<Record<'good' | 'bad' | 'quiet', (text: string) => string>>;
}

/** The part of a stream of the process that a screen needs. */
export interface ScreenOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const PRINTED_EVERY_MS = 5_000;
const ERASE = '\r\u001b[2K';
const COLOURS = { good: 32, bad: 31, quiet: 2 } as const;

/** A screen on the process's own outputs. `NO_COLOR` and `TERM=dumb` are respected (no-color.org). */
export function createScreen(
  { out, err }: { readonly out: ScreenOutput; readonly err: ScreenOutput },
  env: Readonly<Record<string, string | undefined>>,
  time: Time,
): Screen {
  const isLive = err.isTTY === true && env['TERM'] !== 'dumb';
  const isColourful = isLive && !env['NO_COLOR'];
  const painter = (code: number) => (text: string) => (isColourful ? `\u001b[${code}m${text}\u001b[0m` : text);
  let shown = '';
  let printedMs = time.monotonic();

  /** Writes a line above the live one. */
  function write(to: ScreenOutput, line: string): void {
    if (shown !== '') err.write(ERASE);
    to.write(`${line}\n`);
    if (shown !== '') err.write(shown);
  }

  function printStatus(line: string): void {
    printedMs = time.monotonic();
    write(err, line);
  }

  return {
    isLive,
    print: (line) => write(out, line),
    printStatus,
    show(line) {
      if (!isLive) {
        if (line !== '' && time.monotonic() - printedMs >= PRINTED_EVERY_MS) printStatus(line);
        return;
      }
      shown = line.slice(0, Math.max(1, (err.columns || 80) - 1));
      err.write(ERASE + shown);
    },
    paint: { good: painter(COLOURS.good), bad: painter(COLOURS.bad), quiet: painter(COLOURS.quiet) },
  };
}
