/** `tactus`: a device from a terminal. */
import { systemRandom, systemTime } from '@tactus/time';
import { ExitCode } from './tactus/exit-codes.ts';
import { createInterruption } from './tactus/interruption.ts';
import { promptSecret } from './tactus/prompt-secret.ts';
import { runCommandLine } from './tactus/run-command-line.ts';
import { createScreen } from './tactus/screen.ts';

const { stdin, stdout, stderr, env, argv } = process;
/** Ends with the message that the stop is unconfirmed, because a second press did not wait for the device. */
function endUnconfirmed(): never {
  stderr.write('Ended without waiting for the device. If it moves, use its power button.\n');
  process.exit(ExitCode.STOP_UNCONFIRMED);
}

const interruption = createInterruption(systemTime, endUnconfirmed);

process.on('SIGINT', () => interruption.press(ExitCode.INTERRUPTED));
process.on('SIGTERM', () => interruption.press(ExitCode.TERMINATED));
process.on('SIGHUP', () => interruption.press(ExitCode.HUNG_UP));
// Without a listener, a closed terminal or pipe would end the process before the device is stopped.
let resultError: NodeJS.ErrnoException | undefined;
stdout.on('error', (error) => {
  resultError ??= error;
});
for (const output of [stdout, stderr]) output.on('error', interruption.outputGone);

const code = await runCommandLine(argv.slice(2), env, {
  time: systemTime,
  random: systemRandom(),
  fetch: (url, init) => fetch(url, init),
  screen: createScreen({ out: stdout, err: stderr }, env, systemTime),
  interrupted: interruption.signal,
  promptSecret: (question) => promptSecret(question, stdin, stderr),
});
// The output is written first, or its error is reported; open connections do not delay the end.
stdout.write('', () => systemTime.after(0, () => process.exit(codeWithResult(code))));

/** The code of a command whose result may not be written whole: that is no success, and a reason to end that has a name. */
function codeWithResult(ended: ExitCode): ExitCode {
  if (!resultError || (ended !== ExitCode.DONE && ended !== ExitCode.HUNG_UP)) return ended;
  // Nobody reads a pipe, or a terminal, that takes no more.
  if (resultError.code === 'EPIPE' || stdout.isTTY) return ExitCode.HUNG_UP;
  stderr.write(`The output could not be written: ${resultError.message}\n`);
  return ExitCode.FAILED;
}
