/** What a gate came to, in numbers that can be added up. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 *
 * The parts of Vitest's JSON report that are read here.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one for each file
 */

/** @type {Outcome} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/**
 * The outcome of a gate that either holds or does not.
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
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
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
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The last line of `npm test`.
 * @param {Outcome} outcome
 */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
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
