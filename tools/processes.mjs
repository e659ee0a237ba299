/**
 * Child processes that cannot outlive this one: each runs in a process group of its own, has a timeout, and is ended with its
 * whole group when this process is terminated.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './root.mjs';

/** How long a child may take to end by itself before it is killed; npm's own process must be gone within 2 s. */
export const GRACE_MS = 1200;

/** Limit of a collected output: enough for every message, never enough to fill the memory. */
const OUTPUT_LIMIT_CHARS = 1_000_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** True once this process is being terminated: nothing new starts and no end is reported any more. */
let stopping = false;

/**
 * @typedef {object} RunOptions
 * @property {number} timeoutMs after this the child and its family are ended
 * @property {string} [cwd] the repository's top folder by default
 * @property {NodeJS.ProcessEnv} [env] this process's by default
 * @property {boolean} [collect] store what it prints instead of showing it
 *
 * @typedef {object} RunResult
 * @property {number} code the exit code; 128 + n when signal n ended it, 127 when the program does not exist
 * @property {boolean} timedOut
 * @property {string} output what it printed, when collected
 */

/**
 * Starts a child that is tracked until it has ended.
 * @param {string} command
 * @param {string[]} args
 * @param {Omit<RunOptions, 'timeoutMs'>} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: options.env ?? process.env,
    stdio: options.collect ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

/**
 * Runs a command to its end. Never rejects: a missing program results in 127, as in a shell.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    if (stopping) return;
    const child = start(command, args, options);
    let output = '';
    let timedOut = false;
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_LIMIT_CHARS);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);

    const limit = setTimeout(() => {
      timedOut = true;
      void end(child);
    }, options.timeoutMs);

    child.once('error', (error) => {
      clearTimeout(limit);
      resolve({ code: 127, timedOut, output: output + error.message });
    });
    child.once('close', (code, signal) => {
      clearTimeout(limit);
      signalFamily(child, 'SIGKILL');
      if (!stopping) resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), timedOut, output });
    });
  });
}

/**
 * Ends one child with its whole group: terminated first, killed after the grace time.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<void>}
 */
function end(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
    const kill = setTimeout(() => signalFamily(child, 'SIGKILL'), GRACE_MS);
    child.once('close', () => {
      clearTimeout(kill);
      resolve();
    });
    signalFamily(child, 'SIGTERM');
  });
}

/** Ends every child that still runs; afterwards none can be started. */
export async function endAll() {
  stopping = true;
  await Promise.all([...running].map(end));
}

/**
 * From here on a SIGTERM, SIGINT or SIGHUP ends the children and then this process. Returns the undo.
 * @returns {() => void}
 */
export function endAllOnSignals() {
  const signals = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    void endAll().then(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalFamily(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The whole group has already ended (ESRCH; EPERM on macOS), which is the goal. Any other error is thrown.
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
