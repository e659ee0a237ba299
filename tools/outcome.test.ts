import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { add, NOTHING, named, notRun, oneCheck, readVitestReport, summary } from './outcome.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tactus-outcome-'));
const report = join(folder, 'report.json');
afterEach(() => rmSync(report, { force: true }));

/** A report with one file for each list of test outcomes; 'again' is a test that passed the second time. */
function write(files: { status: string; tests: string[] }[]): void {
  const outcomes = files.flatMap((file) => file.tests).map((test) => (test === 'again' ? 'passed' : test));
  const count = (status: string) => outcomes.filter((outcome) => outcome === status).length;
  writeFileSync(
    report,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending'),
      numTodoTests: count('todo'),
      testResults: files.map(({ status, tests }, file) => ({
        name: join(process.cwd(), `e2e/${file}.spec.ts`),
        status,
        message: tests.length === 0 ? 'Error: no such module' : '',
        startTime: 1_000,
        endTime: 3_500,
        assertionResults: tests.map((test, index) => ({
          status: test === 'again' ? 'passed' : test,
          fullName: `test ${index}`,
          failureMessages: test === 'failed' || test === 'again' ? ['Error: 1 is not 2\n    at a line'] : [],
        })),
      })),
    }),
  );
}

test('the last line states what passed and failed; tests that were not run are named before it, if any', () => {
  const some = { passed: 12, failed: 1, skipped: 3 };
  expect([summary(some), notRun(some)]).toEqual(['12 passed, 1 failed', [expect.stringContaining('Not run: 3.')]]);
  expect(notRun({ ...some, skipped: 0 })).toEqual([]);
});

test('a gate counts as one, and outcomes add up', () => {
  const sum = [oneCheck(true), oneCheck(false), { passed: 5, failed: 0, skipped: 2 }].reduce(add, NOTHING);
  expect(sum).toMatchObject({ passed: 6, failed: 1, skipped: 2 });
});

test('tests are counted as Vitest reports them', () => {
  write([
    { status: 'passed', tests: ['passed', 'passed', 'pending'] },
    { status: 'failed', tests: ['passed', 'failed', 'todo'] },
  ]);
  expect(readVitestReport(report, 1)).toMatchObject({
    ...{ passed: 3, failed: 1, skipped: 2 },
    files: [
      { name: 'e2e/0.spec.ts', seconds: 2.5 },
      { name: 'e2e/1.spec.ts', seconds: 2.5 },
    ],
  });
});

test('a file that could not be loaded is a failure', () => {
  write([
    { status: 'passed', tests: ['passed'] },
    { status: 'failed', tests: [] },
  ]);
  expect(readVitestReport(report, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
});

test('a run with an error outside any test is a failure', () => {
  write([{ status: 'passed', tests: ['passed'] }]);
  expect(readVitestReport(report, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  expect(readVitestReport(report, 0)).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
});

test('a run without a report, or with an incomplete one, is a failure', () => {
  expect(readVitestReport(report, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  writeFileSync(report, '{"numPassedTests": 3');
  expect(readVitestReport(report, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

test('a run ends with the names of the failed tests and of those that passed only when run again', () => {
  write([
    { status: 'passed', tests: ['passed', 'again'] },
    { status: 'failed', tests: ['failed'] },
    { status: 'failed', tests: [] },
  ]);
  expect(named(add(NOTHING, readVitestReport(report, 1)))).toEqual([
    'Failed:',
    '  e2e/2.spec.ts > Error: no such module',
    '  e2e/1.spec.ts > test 0 > Error: 1 is not 2',
    'Failed once and passed when run again; each is a bug to mend:',
    '  e2e/0.spec.ts > test 1 > Error: 1 is not 2',
  ]);
  expect(named(NOTHING)).toEqual([]);
});
