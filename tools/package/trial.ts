/** Tries a package as a stranger's machine would: in an empty root where this system allows it, with nothing of this environment. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ensureApp } from '../app.mjs';
import { inRoot } from '../root.mjs';
import { VERSION } from './contents.mjs';

const KEY = 'DemoHandy1';
const NEWEST = '999.0.0';

/** Builds the app where there is no build; which one is packed makes no difference here. */
export async function someApp(): Promise<void> {
  if (!existsSync(inRoot('apps', 'web', 'dist', 'index.html'))) await ensureApp();
}

/** A folder that is the root of the programs started in it, on Linux as root; elsewhere only their current folder. */
export interface Room {
  readonly folder: string;
  /** The path of a file of the room, for the programs in it. */
  within(path: string): string;
  /** Starts a program of the room, with this environment and no other. */
  start(command: readonly string[], env?: Readonly<Record<string, string>>): Trial;
}

/** A running program. */
export interface Trial {
  /** Sends a signal to it and the programs that it started, as a terminal does. */
  signal(signal: NodeJS.Signals): void;
  output(): string;
  readonly exit: Promise<number | string>;
}

/** Makes a room with some programs of this system and the libraries that they load, and with some other paths. */
export function makeRoom(programs: readonly string[], others: readonly string[] = []): Room {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const copied = [...programs.flatMap((program) => [program, ...librariesOf(program)]), ...others];
  if (isRoot) for (const path of copied) copyInto(folder, path);
  // A program that was copied may be in one of them.
  for (const name of ['home', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  const within = (path: string) => (isRoot ? `/${path}` : join(folder, path));
  return {
    folder,
    within,
    start(command, env = {}) {
      const [program = '', ...args] = isRoot ? ['chroot', folder, ...command] : command;
      const all = {
        PATH: isRoot ? '/usr/sbin:/usr/local/bin:/usr/bin:/bin' : process.env['PATH'],
        HOME: within('home'),
      };
      return watch(
        spawn(program, args, {
          cwd: folder,
          env: { ...all, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        }),
      );
    },
  };
}

/** A started program, which is ended with the test. */
export function watch(child: ChildProcess): Trial {
  let hasEnded = false;
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, name);
  };
  onTestFinished(() => signal('SIGKILL'));
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const exit = new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve(code ?? signal ?? 'nothing');
    });
  });
  return { signal, exit, output: () => output };
}

/** Copies a file or a folder to the same path below another root, following links. */
function copyInto(root: string, path: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  cpSync(realpathSync(path), join(root, path), { recursive: true });
}

/** The libraries that a program loads: those that a system without it has. */
export function librariesOf(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
  const found = [...listed.matchAll(/(\/\S+) \(0x/g)].map(([, path = '']) => path);
  // A part of the C library that the database's library loads, and Node does not.
  const more = found.filter((path) => basename(path) === 'libc.so.6').map((path) => join(dirname(path), 'librt.so.1'));
  return [...found, ...more];
}

/** The origin of a server that was started with `PORT=0`, once it listens. */
export async function originOf(server: Trial): Promise<string> {
  await Promise.race([
    expect.poll(server.output, { interval: 20 }).toContain('Tactus runs on'),
    server.exit.then((code) => expect.unreachable(`It ended with ${code}.\n${server.output()}`)),
  ]);
  return `http://127.0.0.1:${/Tactus runs on https?:\/\/[^\s:]+:(\d+)/.exec(server.output())?.[1]}`;
}

/** The address of a file that names a newer version, for `TACTUS_UPDATES`; it is served until the test ends. */
export async function fileOfNewest(): Promise<string> {
  const place = createServer((_, response) => response.end(JSON.stringify({ version: NEWEST })));
  await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void place.close());
  return `http://127.0.0.1:${(place.address() as AddressInfo).port}/latest`;
}

/** Expects that a server prints the newer version, with a command of its own package. */
export async function expectUpdateBy(command: string, server: Trial): Promise<void> {
  const line = `Tactus ${NEWEST} is available, this is ${VERSION}. To update, stop it and run: ${command}\n`;
  await expect.poll(server.output).toContain(line);
}

/** Loads the page with what it needs at once, its content and the API reference; uploads a script. */
export async function loadPage(origin: string): Promise<void> {
  const page = await text(`${origin}/`, { accept: 'text/html' });
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(1);
  const others = ['/config.json', '/content/community.json', '/changelog.xml', '/api/docs/', '/api/docs/sdk/'];
  await Promise.all([...files, ...others].map((path) => text(`${origin}${path}`)));
  await uploadScript(origin);
}

async function text(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers });
  expect(answer.status, url).toBe(200);
  return answer.text();
}

/** Uploads a script, which the cloud reads in a thread of its own. */
async function uploadScript(origin: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob(['0,0\n500,100\n1000,0\n'], { type: 'text/csv' }), 'a.csv');
  const answer = await fetch(`${origin}/api/hosting/v2/upload`, { method: 'POST', body: form });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Has the command line of the package move a virtual device, sees it move, and ends that by Ctrl-C. */
export async function moveDevice(origin: string, command: (args: readonly string[]) => Trial): Promise<void> {
  const moving = command(['hamp', '30', '--key', KEY, '--api', origin]);
  const first = await positionOf(origin);
  await expect.poll(() => positionOf(origin), { message: moving.output() }).not.toBe(first);
  moving.signal('SIGINT');
  // npx ends by the signal itself.
  expect(await moving.exit, moving.output()).toBeOneOf([130, 'SIGINT']);
  expect(moving.output()).toContain('the device confirmed it');
  const rest = await positionOf(origin);
  expect(await positionOf(origin)).toBe(rest);
}

async function positionOf(origin: string): Promise<number> {
  const headers = { 'x-connection-key': KEY, 'x-api-key': 'trial' };
  const answer = await fetch(`${origin}/api/handy-rest/v3/slider/state`, { headers });
  const { result } = (await answer.json()) as { result: { position: number } };
  return result.position;
}

/** The disk space of a folder, in MB. */
export function megabytesOf(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }), 10) / 1024;
}
