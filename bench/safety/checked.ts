/** Existing tests that are run with a larger number of cases and counted. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const WITHIN_MS = 240_000;

/** The tests to run. */
export interface Check {
  /** Files of one project of vitest.config.ts. */
  readonly files: readonly [string, ...string[]];
  /** Only tests with matching names. */
  readonly named?: string;
  /** The number of their cases. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The outcome of the tests. */
export interface Checked {
  readonly tests: number;
  /** Tests that did not pass; an unreadable file counts as one. NaN when they took too long. */
  readonly failed: number;
}

/** Runs them for four minutes at most. Rejects when nothing could be run. */
export async function check({ files, named, env = {} }: Check): Promise<Checked> {
  const folder = mkdtempSync(join(tmpdir(), 'tactus-check-'));
  const outputFile = join(folder, 'report.json');
  const chosen = ['--project', projectOf(files[0]), ...(named === undefined ? [] : ['--testNamePattern', named])];
  try {
    const said = await runNode(
      [VITEST, 'run', ...chosen, '--reporter=json', `--outputFile=${outputFile}`, ...files],
      env,
    );
    return said === undefined ? { tests: 0, failed: Number.NaN } : readReport(readFileSync(outputFile, 'utf8'), said);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The project of vitest.config.ts of a file; all but the packages' are named like their folders. */
function projectOf(file: string): string {
  const [folder = ''] = file.split('/');
  return folder === 'packages' ? 'unit' : folder;
}

/** Runs it to its end, whatever its exit code: the report decides. Resolves with the output, undefined when it took too long. */
function runNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: WITHIN_MS, maxBuffer: 16 * 1_048_576 };
    execFile(process.execPath, [...args], options, (error, stdout, stderr) => {
      resolve(error?.killed ? undefined : `${stdout}${stderr}`);
    });
  });
}

function readReport(text: string, said: string): Checked {
  const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: unread } = JSON.parse(text) as Report; // Vitest's own
  if (passed + failed === 0) throw new Error(`No test ran: ${said}`);
  return { tests: passed + failed, failed: Math.max(failed, unread) };
}

/** The part of Vitest's report that is read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
}
