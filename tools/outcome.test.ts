import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { add, NOTHING, oneCheck, readVitestReport, summary } from './outcome.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tactus-outcome-'));
const report = join(folder, 'report.json');
afterEach(() => rmSync(report, { force: true }));

/** A report with one file for each list of test outcomes. */
function write(files: { status: string; tests: string[] }[]): void {
  const outcomes = files.flatMap((file) => file.tests);
  const count = (status: string) => outcomes.filter((outcome) => outcome === status).length;
  writeFileSync(
    report,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending'),
      numTodoTests: count('todo'),
      testResults: files.map(({ status, tests }) => ({
        status,
        assertionResults: tests.map((test) => ({ status: test })),
      })),
    }),
  );
}

test('the last line names skipped tests only where there are some', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
  expect(summary({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
});

test('a gate counts as one, and outcomes add up', () => {
  const sum = [oneCheck(true), oneCheck(false), { passed: 5, failed: 0, skipped: 2 }].reduce(add, NOTHING);
  expect(sum).toEqual({ passed: 6, failed: 1, skipped: 2 });
});

test('tests are counted as Vitest reports them', () => {
  write([
    { status: 'passed', tests: ['passed', 'passed', 'pending'] },
    { status: 'failed', tests: ['passed', 'failed', 'todo'] },
  ]);
  expect(readVitestReport(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test('a file that could not be loaded is a failure', () => {
  write([
    { status: 'passed', tests: ['passed'] },
    { status: 'failed', tests: [] },
  ]);
  expect(readVitestReport(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('a run that ends badly though no test failed is a failure', () => {
  write([{ status: 'passed', tests: ['passed'] }]);
  expect(readVitestReport(report, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(readVitestReport(report, 0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test('a run that left no report, or half of one, is a failure', () => {
  expect(readVitestReport(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  writeFileSync(report, '{"numPassedTests": 3');
  expect(readVitestReport(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
