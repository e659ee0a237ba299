/** Exit codes of `tactus`, for scripts; `tactus help` explains each. */
export const ExitCode = {
  DONE: 0,
  FAILED: 1,
  WRONG_USE: 2,
  NOT_THERE: 3,
  STOP_UNCONFIRMED: 4,
  HUNG_UP: 129,
  INTERRUPTED: 130,
  TERMINATED: 143,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The meaning of each code, for the help. */
export const exitCodeTexts: Readonly<Record<ExitCode, string>> = {
  [ExitCode.DONE]: 'done',
  [ExitCode.FAILED]: 'the device, the cloud or a file did not allow it; the last line states the reason',
  [ExitCode.WRONG_USE]: 'the command line is wrong; nothing was sent',
  [ExitCode.NOT_THERE]:
    'the cloud, the script host or the device cannot be reached, or the cloud does not know the key',
  [ExitCode.STOP_UNCONFIRMED]:
    'the device did not confirm that it stopped, or a second Ctrl-C did not wait for that: use its power button',
  [ExitCode.HUNG_UP]: 'the same as 130, because its terminal was closed or nothing reads its output any more',
  [ExitCode.INTERRUPTED]: 'ended by Ctrl-C; the motion of this command was stopped, and the device confirmed it',
  [ExitCode.TERMINATED]: 'the same, by SIGTERM',
};

/** Ends a command with an exit code and one line for people. */
export class CommandEnd extends Error {
  override readonly name = 'CommandEnd';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}
