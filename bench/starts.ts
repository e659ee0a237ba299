/** How long a person waits for the app: the first start of a clone, a later one, and the package that `npx` runs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemTime } from '@tactus/time';
import { median } from './measure/median.ts';
import { type Row, toRow } from './measure/row.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LATER_STARTS = 7;
const NPX_STARTS = 3;

/** Half of what a clone took before its first start installed only what it needs. */
const CLONE_MEGABYTES = 344;

const exec = promisify(execFile);

/** Set in a clone of the commit, with the packages in npm's cache where an earlier installation left them. */
export async function* rows(): AsyncGenerator<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'tactus-starts-'));
  try {
    yield* cloneRows(join(folder, 'clone'), join(folder, 'data'));
    yield await packageRow(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* cloneRows(clone: string, data: string): AsyncGenerator<Row> {
  await exec('git', ['clone', '-q', ROOT, clone]);
  const start = () => secondsToPage('npm', ['start'], clone, data);
  yield toRow({
    row: 'first start of a clone, packages in the cache of npm: `npm start` to the files of the page',
    value: await start(),
    unit: 's',
    bounds: { atMost: 30 },
  });
  const { stdout } = await exec('du', ['-sm', '--exclude=.git', clone]);
  yield toRow({
    row: 'disk space of a clone after its first start, without git',
    value: Number.parseInt(stdout, 10),
    unit: 'MB',
    bounds: { atMost: CLONE_MEGABYTES },
  });
  // The first start does this beside its server, which was ended before.
  await exec('node', ['tools/pack-app.mjs'], { cwd: clone });
  yield toRow({
    row: `later start of a clone, median of ${LATER_STARTS}`,
    value: await medianOf(LATER_STARTS, start),
    unit: 's',
    bounds: { atMost: 0.8 },
  });
}

async function packageRow(folder: string): Promise<Row> {
  const made = join(folder, 'made');
  await exec('npm', ['run', 'package', '--', '--out', made], { cwd: ROOT });
  const tarball = (await readdir(made)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm run package made no tarball');
  const start = async () => {
    const empty = await mkdtemp(join(folder, 'empty-'));
    const env = { npm_config_cache: join(empty, 'cache') };
    await copyFile(join(made, tarball), join(empty, tarball));
    return secondsToPage('npx', ['--yes', `./${tarball}`], empty, join(empty, 'data'), env);
  };
  return toRow({
    row: `the package by \`npx\` in an empty folder, nothing in the cache of npm, median of ${NPX_STARTS}`,
    value: await medianOf(NPX_STARTS, start),
    unit: 's',
    bounds: { atMost: 10 },
  });
}

/** The time from a command to the last byte of the page and of the files that it loads at once. Ends what it started. */
async function secondsToPage(
  command: string,
  args: readonly string[],
  cwd: string,
  data: string,
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const startedAt = systemTime.monotonic();
  const child = spawn(command, args, {
    cwd,
    // A group of its own: npm does not pass SIGKILL on to what it runs.
    detached: true,
    env: { ...process.env, PORT: '0', BROWSER: 'none', TACTUS_DATA_DIR: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await loadPage(await originOf(child));
    return (systemTime.monotonic() - startedAt) / 1000;
  } finally {
    await end(child);
  }
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const port = /Tactus runs on https?:\/\/[^\s:]+:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The start ended with ${code}.\n${output}`)));
  });
}

async function loadPage(origin: string): Promise<void> {
  const page = await textOf(`${origin}/`);
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  await Promise.all(['/config.json', ...files].map((path) => textOf(`${origin}${path}`)));
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*' } });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer.text();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < times) values.push(await measure());
  return median(values);
}
