/** The location of the repository, whatever the current directory of a tool is. Only `node:` modules are imported here. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts a path below the top folder */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** The oldest Node on which everything here is tested. */
const OLDEST_NODE = 20;

/** Prints one line about what a tool does. @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints a line of progress to standard error, where standard output belongs to figures or a server. @param {string} line */
export function note(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Ends the process with a clear line where Node is too old.
 * @param {string} [version] for tests; the running Node's by default
 */
export function requireNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return;
  note(
    `Tactus needs Node ${OLDEST_NODE} or newer; this is Node ${version}. Install it from your system or nodejs.org.`,
  );
  process.exit(1);
}
