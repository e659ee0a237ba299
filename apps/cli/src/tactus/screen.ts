/** The output of a command. Results go to standard output, status lines to standard error. */
export interface Screen {
  /** Whether the output can show a live line, which is overwritten again and again. */
  readonly isLive: boolean;
  /** A line of the result. */
  print(line: string): void;
  /** A status line: progress, or an error. */
  printStatus(line: string): void;
  /** Shows the live line; does nothing where the output cannot. */
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

const ERASE = '\r\u001b[2K';
const COLOURS = { good: 32, bad: 31, quiet: 2 } as const;

/** A screen on the process's own outputs. `NO_COLOR` and `TERM=dumb` are respected (no-color.org). */
export function createScreen(
  { out, err }: { readonly out: ScreenOutput; readonly err: ScreenOutput },
  env: Readonly<Record<string, string | undefined>>,
): Screen {
  const isLive = err.isTTY === true && env['TERM'] !== 'dumb';
  const isColourful = isLive && !env['NO_COLOR'];
  const painter = (code: number) => (text: string) => (isColourful ? `\u001b[${code}m${text}\u001b[0m` : text);
  let shown = '';

  /** Writes a line above the live one. */
  function write(to: ScreenOutput, line: string): void {
    if (shown !== '') err.write(ERASE);
    to.write(`${line}\n`);
    if (shown !== '') err.write(shown);
  }

  return {
    isLive,
    print: (line) => write(out, line),
    printStatus: (line) => write(err, line),
    show(line) {
      if (!isLive) return;
      shown = line.slice(0, Math.max(1, (err.columns || 80) - 1));
      err.write(ERASE + shown);
    },
    paint: { good: painter(COLOURS.good), bad: painter(COLOURS.bad), quiet: painter(COLOURS.quiet) },
  };
}
