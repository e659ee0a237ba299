/** The menu entry of the package for Debian, with another `systemctl`, server and browser in the place of the machine's. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tactus/cloud/testing';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '../root.mjs';

const CERTIFICATES = inRoot('apps/cloud/src/testing/tls');

/** A server that answers as one that is ready, and writes down what it was started with. */
const SERVER = `
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecure } from 'node:https';
const { OUT, PORT, TACTUS_TLS_CERT, TACTUS_TLS_KEY } = process.env;
writeFileSync(OUT + '/started', JSON.stringify({ pid: process.pid, env: process.env }));
console.log('It starts');
const answer = (request, response) => response.end();
const files = TACTUS_TLS_CERT && { cert: readFileSync(TACTUS_TLS_CERT), key: readFileSync(TACTUS_TLS_KEY) };
(files ? createSecure(files, answer) : createServer(answer)).listen(PORT, '127.0.0.1');
`;

/** The root of the menu entry: `systemctl` is a script in it, or missing. */
function makeDesktop(settings: string, systemctl?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-open-'));
  const out = join(folder, 'out');
  const bin = join(folder, 'usr/bin');
  for (const path of ['out', 'usr/bin', 'usr/lib/tactus', 'home/.config/tactus'])
    mkdirSync(join(folder, path), { recursive: true });
  const program = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), 0o755);
  };
  symlinkSync(process.execPath, join(folder, 'usr/lib/tactus/node'));
  for (const name of ['mkdir', 'setsid'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(bin, name));
  writeFileSync(join(folder, 'server.mjs'), SERVER);
  program('usr/bin/tactus', `#!/bin/sh\nexec ${process.execPath} ${join(folder, 'server.mjs')}\n`);
  program('usr/bin/xdg-open', `#!/bin/sh\necho "$1" >"$OUT/opened"\n`);
  if (systemctl !== undefined) program('usr/bin/systemctl', `#!/bin/sh\necho "$@" >"$OUT/systemctl"\n${systemctl}\n`);
  writeFileSync(join(folder, 'home/.config/tactus/environment'), settings);
  const text = readFileSync(inRoot('tools/package/debian/open'), 'utf8');
  program('open', text.replaceAll(/(?<=\s)\/usr\//g, `${folder}/usr/`));

  const read = (name: string) => (existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8').trim() : '');
  onTestFinished(() => {
    if (read('started')) process.kill(JSON.parse(read('started')).pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    read,
    log: () => readFileSync(join(folder, 'home/.local/state/tactus/log'), 'utf8'),
    /** Chooses the menu entry in a session with these variables; resolves with its exit code. */
    choose(env: Readonly<Record<string, string>> = {}) {
      const child: ChildProcess = spawn('/bin/sh', [join(folder, 'open')], {
        env: { PATH: bin, HOME: join(folder, 'home'), OUT: out, ...env },
        stdio: 'ignore',
      });
      return new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    },
  };
}

/** Runs a server that is ready; returns its port. */
async function runningServer(): Promise<number> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const isSystem = process.platform === 'linux';

test.runIf(isSystem)('a server that runs is opened at the port of its settings, and none is started', async () => {
  const port = await runningServer();
  const desktop = makeDesktop(`# the port\nPORT=1\n  PORT="${port}"\nnothing\n`, 'exit 0');
  expect(await desktop.choose({ PORT: '2', TACTUS_TLS_CERT: 'of the session' })).toBe(0);
  expect([desktop.read('opened'), desktop.read('systemctl')]).toEqual([`http://localhost:${port}`, '']);
});

test.runIf(isSystem)('the service is started, and the app is opened once it answers', async () => {
  const port = await freePort();
  const desktop = makeDesktop(`PORT='${port}'\n`, `PORT=${port} /bin/sh "$(command -v tactus)" &`);
  expect(await desktop.choose()).toBe(0);
  expect(desktop.read('systemctl')).toBe('--user start tactus.service');
  expect(desktop.read('opened')).toBe(`http://localhost:${port}`);
  expect(desktop.read('started')).not.toBe('');
});

test.runIf(isSystem).each([
  ['is missing', undefined],
  ['fails', 'exit 1'],
])('where systemctl %s the program is started itself, with the settings of the service', async (_, systemctl) => {
  const port = await freePort();
  const cert = join(CERTIFICATES, 'localhost-for-tests.cert.pem');
  const key = join(CERTIFICATES, 'localhost-for-tests.key.pem');
  const settings = `PORT=${port}\nTACTUS_TLS_CERT="${cert}"\nTACTUS_TLS_KEY=${key}\nBROWSER=other\nTACTUS_SITE_NAME=a b=c`;
  const desktop = makeDesktop(settings, systemctl);
  expect(await desktop.choose({ PORT: '2' })).toBe(0);
  expect(desktop.read('opened')).toBe(`https://localhost:${port}`);
  const { env } = JSON.parse(desktop.read('started'));
  expect(env).toMatchObject({ PORT: String(port), BROWSER: 'none', TACTUS_SITE_NAME: 'a b=c' });
  expect(env).not.toHaveProperty('NODE_TLS_REJECT_UNAUTHORIZED');
  expect(desktop.log()).toBe('It starts\n');
  const started = desktop.read('started');
  expect(await desktop.choose()).toBe(0);
  expect(desktop.read('started')).toBe(started);
});
