/** The list of the names that travel or are stored, in the tree. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../root.mjs';
import { collectNames } from './collect-names.ts';
import { withProgram } from './open-program.ts';

const FILE = inRoot('contract', 'frozen', 'names.txt');

const HEAD = `# Every name that travels or is stored, written by \`npm run freeze:names\`: a kind, then a text or the fields of one object.
# A commit that renames identifiers leaves this list as it is. A line that goes or changes takes a name from programs, links or stored data.
`;

/** The present names of the product. */
export function presentNames(): string[] {
  return withProgram(inRoot('tools', 'frozen-names', 'tsconfig.json'), collectNames);
}

/** The names of the list. */
export function listedNames(): string[] {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Writes the list, with comments at its head. */
export function writeNames(names: readonly string[]): void {
  writeFileSync(FILE, `${HEAD}${names.join('\n')}\n`);
}

/** The differences between the list and the product: lines that are gone, and lines that are missing. */
export function compareNames(
  listed: readonly string[],
  present: readonly string[],
): { gone: string[]; added: string[] } {
  return {
    gone: listed.filter((name) => !present.includes(name)),
    added: present.filter((name) => !listed.includes(name)),
  };
}
