/** The cloud as the process that `npm start` becomes. */
import { existsSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN, runMain } from './cloud-process.ts';
import { openEvents } from './event-reader.ts';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends every stream and then the process, cleanly',
  async (signal) => {
    const run = runMain({ PORT: '0' });
    const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
    await stream.next();
    run.child.kill(signal);
    await stream.ended;
    // It cuts itself off with exit code 1 when it is not done within 4 s.
    expect(await run.exit).toBe(0);
  },
);

test('a Ctrl-C that comes twice, as npm hands it on, still closes it cleanly', async () => {
  const run = runMain({ PORT: '0' });
  const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
  await stream.next();
  run.child.kill('SIGINT');
  await stream.ended; // it is in the middle of closing then
  run.child.kill('SIGINT');
  expect(await run.exit).toBe(0);
  expect(run.output().match(/"closing"/g)).toHaveLength(1);
});

/** It takes no line, as a terminal that is gone; not every system has it. */
const TAKES_NOTHING = '/dev/full';

test.skipIf(!existsSync(TAKES_NOTHING))('an output that takes no log keeps it from nothing', async () => {
  const run = runMain({ PORT: '0' }, undefined, openSync(TAKES_NOTHING, 'w'));
  const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
  await stream.next();
  run.child.kill('SIGHUP');
  await stream.ended;
  expect(await run.exit).toBe(0);
});

test('a busy port gets one clear sentence that says how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const run = runMain({ PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.output().trim()).toBe(
    `Port ${port} is in use by another program. Choose another one: PORT=${port + 1} npm start`,
  );
});

test('settings that cannot be are named, all of them, and secrets are not repeated', async () => {
  const run = runMain({ PORT: 'eighty', TACTUS_LOG: 'loud', TACTUS_API_KEYS: 'a-secret' });
  expect(await run.exit).toBe(1);
  expect(run.output().trim().split('\n')).toEqual([
    'PORT must be a whole number from 0 to 65535',
    'TACTUS_LOG must be one of trace, debug, info, warn, error, fatal, silent',
  ]);
});

test('a store that cannot be opened is named', async () => {
  const run = runMain({ PORT: '0', TACTUS_DATA_DIR: join(MAIN, 'below-a-file') });
  expect(await run.exit).toBe(1);
  expect(run.output()).toContain(`The store in ${join(MAIN, 'below-a-file')} could not be opened: `);
});
