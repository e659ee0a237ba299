/** The cloud as the process of `npm start`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAIN, runMain } from './cloud-process.ts';
import { openEvents } from './event-reader.ts';

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends every stream and then the process, in order',
  async (signal) => {
    const run = runMain({ PORT: '0' });
    const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
    await stream.next();
    run.child.kill(signal);
    await stream.ended;
    // The process ends itself with exit code 1 when it is not done within 4 s.
    expect(await run.exit).toBe(0);
  },
);

test('a Ctrl-C that arrives twice, as through npm, still closes it in order', async () => {
  const run = runMain({ PORT: '0' });
  const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
  await stream.next();
  run.child.kill('SIGINT');
  await stream.ended; // it is closing at this moment
  run.child.kill('SIGINT');
  expect(await run.exit).toBe(0);
  expect(run.output().match(/"closing"/g)).toHaveLength(1);
});

/** Refuses every line, like a closed terminal; not every system has it. */
const TAKES_NOTHING = '/dev/full';

test.skipIf(!existsSync(TAKES_NOTHING))('an output that refuses the log does not disturb the cloud', async () => {
  const run = runMain({ PORT: '0' }, undefined, openSync(TAKES_NOTHING, 'w'));
  const stream = await openEvents(await run.port(), '?ck=DemoHandy1&apikey=x');
  await stream.next();
  run.child.kill('SIGHUP');
  await stream.ended;
  expect(await run.exit).toBe(0);
});

test.skipIf(process.platform === 'win32')('a log that nothing reads holds up no Stop and not the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('mkfifo', [join(folder, 'log')]);
  const run = runMain({ PORT: '0' }, undefined, openSync(join(folder, 'log'), 'r+'));
  const origin = `http://127.0.0.1:${await run.port()}`;
  const asOwner = { 'x-api-key': 'any-id', 'x-connection-key': 'DemoHandy1' };
  // Each is a line of the log; a pipe holds some hundred.
  for (let round = 0; round < 30; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${origin}/api/nothing`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  }
  const stop = await fetch(`${origin}/api/handy-rest/v3/hamp/stop`, { method: 'PUT', headers: asOwner });
  expect(stop.status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

test('a busy port is reported in one sentence that explains how to choose another', async () => {
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

test('where the local network is let in, the start prints its address and the code, which are the same after a kill', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tactus-network-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const start = async () => {
    const run = runMain({ PORT: '0', TACTUS_DATA_DIR: dataDir, TACTUS_NETWORK: '127.0.0.2' });
    const port = await run.port();
    await expect.poll(run.output).toContain('On this network');
    const code = new RegExp(`On this network: http://127\\.0\\.0\\.2:${port}, code (\\S{4}-\\S{4})`).exec(
      run.output(),
    )?.[1];
    const answer = await fetch(`http://127.0.0.2:${port}/network?code=${code}`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    return { run, code, cookie: answer.headers.get('set-cookie') };
  };
  const first = await start();
  first.run.child.kill('SIGKILL');
  await first.run.exit;
  const second = await start();
  expect([second.code, second.cookie]).toEqual([first.code, first.cookie]);
});

test('an address for the local network that the machine does not have is named, with its setting', async () => {
  const run = runMain({ PORT: '0', TACTUS_NETWORK: '192.0.2.77', TACTUS_LOG: 'silent' });
  expect(await run.exit).toBe(1);
  expect(run.output().trim()).toBe('192.0.2.77 is no address of this machine. Choose others for TACTUS_NETWORK.');
});

test('all invalid settings are named, and secrets are not repeated', async () => {
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

test('a database that cannot be used is named in one sentence, without its password', async () => {
  const run = runMain({ PORT: '0', TACTUS_DATABASE_URL: 'postgres://tactus:hidden@127.0.0.1:1/store' });
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('The database at 127.0.0.1:1/store cannot be reached (ECONNREFUSED)\n');
  const wrong = runMain({ PORT: '0', TACTUS_DATABASE_URL: 'hidden' });
  expect(await wrong.exit).toBe(1);
  expect(wrong.output()).toBe(
    'TACTUS_DATABASE_URL must be an address such as postgres://USER:PASSWORD@HOST/DATABASE\n',
  );
});

test('a newer version is printed with the command for it, and this machine alone can read it; without the setting nothing is requested', async () => {
  const asked: string[] = [];
  const place = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('{"name":"tactus","version":"999.0.0"}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void place.close());
  await new Promise((resolve) => place.once('listening', resolve));
  const address = `http://127.0.0.1:${(place.address() as AddressInfo).port}/tactus/latest`;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

  const silent = runMain({ PORT: '0' });
  const without = `http://127.0.0.1:${await silent.port()}`;
  expect(await (await fetch(`${without}/api/tactus/version`)).json()).toEqual({ version, newest: '', command: '' });
  expect(await (await fetch(`${without}/config.json`)).json()).toMatchObject({ home: { shares: true, groups: true } });
  silent.child.kill('SIGTERM');
  await silent.exit;
  expect(silent.output()).not.toContain('is available');
  expect(asked).toEqual([]);

  const run = runMain({ PORT: '0', TACTUS_UPDATES: address });
  const url = `http://127.0.0.1:${await run.port()}`;
  const line = `Tactus 999.0.0 is available, this is ${version}. To update, stop it and run: git pull && npm start\n`;
  await expect.poll(run.output).toContain(line);
  expect(await (await fetch(`${url}/api/tactus/version`)).json()).toEqual({
    version,
    newest: '999.0.0',
    command: 'git pull && npm start',
  });
  for (const headers of [{ 'x-forwarded-for': '192.0.2.1' }, { origin: 'https://other.test' }])
    expect((await fetch(`${url}/api/tactus/version`, { headers })).status).toBe(403);
  expect((await fetch(`${url}/config.json`).then((answer) => answer.json())).home.updates).toBe(true);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
  expect(asked).toEqual(['GET /tactus/latest']);
});

test('a newer version that a closed terminal cannot show does not end the cloud', async () => {
  let tell: () => void = () => undefined;
  const place = createServer((_, response) => {
    tell = () => response.end('{"version":"999.0.0"}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void place.close());
  await new Promise((resolve) => place.once('listening', resolve));
  const asked = new Promise((resolve) => place.once('request', resolve));
  const address = `http://127.0.0.1:${(place.address() as AddressInfo).port}/latest`;
  const run = runMain({ PORT: '0', TACTUS_UPDATES: address });
  const url = `http://127.0.0.1:${await run.port()}`;
  await asked;
  run.child.stderr?.destroy();
  tell();
  const newest = async () => ((await (await fetch(`${url}/api/tactus/version`)).json()) as { newest: string }).newest;
  await expect.poll(newest).toBe('999.0.0');
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

test('a place of updates that cannot be read is named in the log, and the cloud runs on', async () => {
  const run = runMain({ PORT: '0', TACTUS_UPDATES: 'http://127.0.0.1:1/latest' });
  const port = await run.port();
  await expect.poll(run.output).toContain('the newest version could not be read from TACTUS_UPDATES');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});
