/** `tactus`: a device from a terminal. */
import { systemRandom, systemTime } from '@tactus/time';
import { askSecret } from './tactus/ask-secret.ts';
import { ExitCode } from './tactus/exit-codes.ts';
import { runCommandLine } from './tactus/run-command-line.ts';
import { createScreen } from './tactus/screen.ts';

const { stdin, stdout, stderr, env, argv } = process;
const interruption = new AbortController();

/** The first one ends the command, which stops what it has set in motion; a second one does not wait for that. */
function onSignal(code: ExitCode): void {
  if (interruption.signal.aborted) process.exit(code);
  interruption.abort(code);
}
process.on('SIGINT', () => onSignal(ExitCode.INTERRUPTED));
process.on('SIGTERM', () => onSignal(ExitCode.TERMINATED));

const code = await runCommandLine(argv.slice(2), env, {
  time: systemTime,
  random: systemRandom(),
  fetch: (url, init) => fetch(url, init),
  screen: createScreen({ out: stdout, err: stderr }, env),
  interrupted: interruption.signal,
  askSecret: (question) => askSecret(question, stdin, (text) => void stderr.write(text)),
});
// What was printed goes out first; what the network still holds open keeps nobody waiting.
stdout.write('', () => process.exit(code));
