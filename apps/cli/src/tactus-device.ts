/** `tactus-device`: a virtual device in a terminal. Ends cleanly on SIGTERM and SIGINT. */
import { systemTime } from '@tactus/time';
import { askForKey } from './ask-for-key.ts';
import { type DeviceOptions, readOptions, USAGE } from './options.ts';
import { runDevice } from './run-device.ts';

/** The last words to the cloud get out within this. */
const GOODBYE_MS = 200;

const say = (line: string) => void process.stderr.write(`${line}\n`);

const reading = readOptions(process.argv.slice(2), process.env);
if (reading.kind === 'help') {
  process.stdout.write(`${USAGE}\n`);
} else if (reading.kind === 'wrong') {
  for (const problem of reading.problems) say(problem);
  say('npm run device -- --help tells what there is.');
  process.exitCode = 1;
} else {
  await run(reading.options).catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

async function run(options: DeviceOptions): Promise<void> {
  const key = options.key ?? (await askForKey(options.url, 'tactus-device', systemTime));
  if (!options.key) {
    say(`connection key  ${key.connectionKey}`);
    say(`secret          ${key.secret}`);
    say('The secret is told this once: keep it to run this device again.');
  }
  const running = runDevice(options, key, {
    time: systemTime,
    screen: { isLive: process.stdout.isTTY === true, write: (text) => void process.stdout.write(text) },
    onError: (error) => say(String(error)),
  });

  let isEnding = false;
  const end = (code: number) => {
    if (isEnding) return; // npm hands on the Ctrl-C that the terminal has sent already
    isEnding = true;
    running.close();
    systemTime.after(GOODBYE_MS, () => process.exit(code));
  };
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  const why = await running.refused;
  say(`The cloud refused the link: ${why}`);
  end(1);
}
