/** A PostgreSQL server of a test, with nothing in it: a free port, a temporary folder, and a user that is not root. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTime } from '@tactus/time';
import { freePort } from './free-port.ts';

/** A running server. Its processes end with the test. */
export interface PostgresServer {
  /** Makes an empty database and returns its address, with a password. */
  makeDatabase(): Promise<string>;
  /** Executes statements as its administrator. */
  execute(statements: string): Promise<void>;
  /** Kills all processes of the server, at once. */
  kill(): Promise<void>;
  /** Stops the processes of the server where they are (`SIGSTOP`), or has them go on (`SIGCONT`). */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts the server again, on the same port with the same data. */
  restart(): Promise<void>;
}

/** Registers a clean-up, such as Vitest's `onTestFinished` or `afterAll`. */
type AtEnd = (end: () => Promise<void>) => void;

const ROLE = 'tester';
/** No output may contain it. */
export const DATABASE_PASSWORD = 'Never-printed-81';

const START_WITHIN_MS = 60_000;

/** Starts a server, with these options of `postgresql.conf`. */
export async function startPostgres(
  atEnd: AtEnd,
  options: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-postgres-'));
  const account = accountOfServer();
  const data = join(folder, 'data');
  cpSync(template(account), data, { recursive: true });
  // Node 22 gives a copied folder the mode of a new one, which PostgreSQL refuses.
  chmodSync(data, 0o700);
  own(folder, account);
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...SMALL, ...options };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  let made = 0;
  let last = Promise.resolve();

  async function start(): Promise<void> {
    const endsAtMs = systemTime.monotonic() + START_WITHIN_MS;
    for (;;) {
      const child = spawn(program('postgres'), ['-D', data, ...args], {
        ...account,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      server = child;
      let log = '';
      const isUp = new Promise<boolean>((resolve) => {
        child.stderr?.on('data', (chunk: Buffer) => {
          log = (log + chunk.toString('utf8')).slice(-4_000);
          if (log.includes('ready to accept connections')) resolve(true);
        });
        child.once('close', () => resolve(false));
        child.once('error', () => resolve(false));
      });
      if (await isUp) return;
      // After a kill the memory of the former server may still be taken.
      if (systemTime.monotonic() > endsAtMs) throw new Error(`PostgreSQL does not start.\n${log}`);
      await systemTime.sleep(20);
    }
  }

  async function kill(): Promise<void> {
    const child = server;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    for (const pid of familyOf(child)) killIfThere(pid, 'SIGKILL');
    await closed;
  }

  async function execute(statements: string, database = 'postgres'): Promise<void> {
    const { Client } = await import('pg');
    const client = new Client({ host: '127.0.0.1', port, user: ROLE, password: DATABASE_PASSWORD, database });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(statements).finally(() => client.end());
  }

  atEnd(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    kill,
    execute,
    restart: start,
    signal(name) {
      if (server) for (const pid of familyOf(server)) killIfThere(pid, name);
    },
    async makeDatabase() {
      made += 1;
      const name = `store${made}`;
      // One after the other: the server copies its template, which nobody may use meanwhile.
      last = last.then(() => execute(`create database ${name}`));
      await last;
      return `postgres://${ROLE}:${DATABASE_PASSWORD}@127.0.0.1:${port}/${name}`;
    },
  };
}

/** Little memory, as many servers may run at the same time. */
const SMALL = { shared_buffers: '16MB', max_connections: '60', max_wal_size: '64MB' };

/** A process and those that it started, the youngest last. */
function familyOf({ pid }: ChildProcess): readonly number[] {
  if (pid === undefined) return [];
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The folder with the programs of PostgreSQL, as `vitest.config.ts` found it. */
function program(name: string): string {
  const folder = process.env['TACTUS_POSTGRES_BIN'];
  if (!folder) throw new Error('There is no PostgreSQL for the tests. On Debian: apt-get install postgresql');
  return join(folder, name);
}

interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root: the account that its package has made runs it, or nobody. */
function accountOfServer(): Account {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((line) => line.startsWith(`${name}:`)));
  const [, , uid, gid] = found[0]?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function own(folder: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), uid, gid);
  chmodSync(folder, 0o700);
}

/** The data of an empty server, made once in a run of the tests; `tools/postgres-of-tests.ts` removes it. */
function template(account: Account): string {
  const folder = process.env['TACTUS_POSTGRES_TEMPLATE'] ?? '';
  if (existsSync(folder)) return folder;
  const half = mkdtempSync(join(tmpdir(), 'tactus-postgres-half-'));
  const passwords = join(half, 'password');
  writeFileSync(passwords, DATABASE_PASSWORD);
  own(half, account);
  const args = ['-D', join(half, 'data'), '-U', ROLE, '--pwfile', passwords, '-A', 'scram-sha-256'];
  execFileSync(program('initdb'), [...args, '--locale=C', '-E', 'UTF8', '--no-sync'], { ...account, stdio: 'pipe' });
  try {
    renameSync(join(half, 'data'), folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
