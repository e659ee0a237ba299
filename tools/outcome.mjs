/** The outcome of a gate, in numbers that can be added up. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [failures] the tests that failed, each a line: file, name, error
 * @property {string[]} [unsteady] the tests that failed and passed when they were run again, each a line
 * @property {import('./time-spent.mjs').Timed[]} [files] the files of tests, and how long each took
 *
 * The parts of Vitest's JSON report that are read here.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {VitestFile[]} testResults one for each file
 *
 * @typedef {object} VitestFile
 * @property {string} name its path
 * @property {string} status
 * @property {string} [message] the error outside its tests
 * @property {number} startTime of its first test, Unix ms
 * @property {number} endTime of its last test, Unix ms
 * @property {VitestTest[]} assertionResults
 *
 * @typedef {object} VitestTest
 * @property {string} status
 * @property {string} fullName
 * @property {string[]} failureMessages of every time it ran
 */

/** @type {Outcome} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * The outcome of a gate that either passes or fails.
 * @param {boolean} holds
 * @returns {Outcome}
 */
export const oneCheck = (holds) => ({ passed: holds ? 1 : 0, failed: holds ? 0 : 1, skipped: 0 });

/**
 * @param {Outcome} a
 * @param {Outcome} b
 * @returns {Outcome}
 */
export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...(a.failures ?? []), ...(b.failures ?? [])],
    unsteady: [...(a.unsteady ?? []), ...(b.unsteady ?? [])],
    files: [...(a.files ?? []), ...(b.files ?? [])],
  };
}

/**
 * Counts a Vitest run. A file that could not be loaded, an error outside any test, a run cut short and a run that
 * wrote no report are failures too, though Vitest names no failed test for them.
 * @param {string} reportPath
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function readVitestReport(reportPath, exitCode) {
  const report = existsSync(reportPath) ? parseReport(readFileSync(reportPath, 'utf8')) : undefined;
  if (!report) return oneCheck(false);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const failedTests = testLines(report, (test) => test.status === 'failed');
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...brokenFiles.map((file) => line(file.name, '', file.message)), ...failedTests],
    unsteady: testLines(report, (test) => test.status === 'passed' && test.failureMessages.length > 0),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      seconds: Math.max(0, endTime - startTime) / 1000,
    })),
  };
}

/**
 * @param {VitestReport} report
 * @param {(test: VitestTest) => boolean} which
 */
function testLines(report, which) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.filter(which).map((test) => line(file.name, test.fullName, test.failureMessages[0])),
  );
}

/**
 * @param {string} file
 * @param {string} name of the test, empty for the file itself
 * @param {string | undefined} message
 */
function line(file, name, message) {
  const wrong = message?.split('\n').find((text) => text.trim() !== '');
  return [relative(process.cwd(), file), name, wrong].filter(Boolean).join(' > ');
}

/**
 * Names the failed tests first, and those that passed only when run again.
 * @param {Outcome} outcome
 * @returns {string[]} lines
 */
export function named({ failures = [], unsteady = [] }) {
  return [
    ...titled('Failed:', failures),
    ...titled('Failed once and passed when run again; each is a bug to mend:', unsteady),
  ];
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
const titled = (title, lines) => (lines.length === 0 ? [] : [title, ...lines.map((text) => `  ${text}`)]);

/**
 * The last line of `npm test`.
 * @param {Outcome} outcome
 */
export function summary({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Tests that were not run, in a line; none where all were run.
 * @param {Outcome} outcome
 * @returns {string[]}
 */
export function notRun({ skipped }) {
  return skipped > 0 ? [`Not run: ${skipped}. Browser tests run whole in \`npm run deep -- browser\`.`] : [];
}

/**
 * @param {string} text
 * @returns {VitestReport | undefined} undefined where the run was cut short while writing it
 */
function parseReport(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
