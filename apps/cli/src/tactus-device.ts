/** `tactus-device`: a virtual device in a terminal. Ends in an orderly way by a signal, and when its output is closed. */
import { systemTime } from '@tactus/time';
import { type CliDeviceOptions, readDeviceOptions, USAGE } from './options.ts';
import { requestDeviceKey } from './request-key.ts';
import { type RunningDevice, runDevice } from './run-device.ts';
import { ExitCode } from './tactus/exit-codes.ts';
import { createInterruption } from './tactus/interruption.ts';

/** Time for the last frames to the cloud. */
const GOODBYE_MS = 200;

const { stdout, stderr } = process;
const printError = (line: string) => void stderr.write(`${line}\n`);

const interruption = createInterruption(systemTime, process.exit);
let running: RunningDevice | undefined;
interruption.signal.addEventListener('abort', () => {
  const exit = () => process.exit(interruption.signal.reason); // the reason is an exit code
  if (!running) return exit();
  running.close();
  systemTime.after(GOODBYE_MS, exit);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => interruption.press(ExitCode.DONE));
process.on('SIGHUP', () => interruption.press(ExitCode.HUNG_UP));
// Without a listener, a closed terminal or pipe would end the process before the device is at rest.
for (const output of [stdout, stderr]) output.on('error', interruption.outputGone);

const reading = readDeviceOptions(process.argv.slice(2), process.env);
if (reading.kind === 'help') {
  stdout.write(`${USAGE}\n`);
} else if (reading.kind === 'wrong') {
  for (const problem of reading.problems) printError(problem);
  printError('npm run device -- --help lists the options.');
  process.exitCode = 1;
} else {
  await run(reading.options).catch((error: unknown) => {
    printError(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

async function run(options: CliDeviceOptions): Promise<void> {
  const key = options.key ?? (await requestDeviceKey(options.url, 'tactus-device', systemTime));
  if (!options.key) {
    printError(`connection key  ${key.connectionKey}`);
    printError(`secret          ${key.secret}`);
    printError('The secret is shown only once: save it to run this device again.');
  }
  running = runDevice(options, key, {
    time: systemTime,
    screen: { isLive: stdout.isTTY === true, write: (text) => void stdout.write(text) },
    onError: (error) => printError(String(error)),
  });
  const why = await running.refused;
  printError(`The cloud refused the link: ${why}`);
  interruption.press(ExitCode.FAILED);
}
