/** The API reference of the SDK, from its docstrings, beside the app: the cloud serves it at `/api/docs/sdk/`. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../root.mjs';
import { DOORS } from '../sdk/build-code.mjs';
import { declarationOf, writeDeclarations } from '../sdk/collect-types.mjs';
import { toPage } from './page.mjs';
import { readExports } from './read-exports.mjs';

/** In the app's build, at the path of its URL. */
const FOLDER = inRoot('apps', 'web', 'dist', 'api', 'docs', 'sdk');

/**
 * @param {string} [folder] for tests
 * @throws {Error} when the types of the SDK do not hold
 */
export async function buildReference(folder = FOLDER) {
  await writeDeclarations();
  const { version } = JSON.parse(readFileSync(inRoot('packages', 'sdk', 'package.json'), 'utf8'));
  const exports = Object.values(DOORS).flatMap((door) => readExports(declarationOf(door)));
  // A name that several entries export appears once.
  const once = [...new Map(exports.map((entry) => [`${entry.area}/${entry.kind} ${entry.name}`, entry])).values()];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), toPage({ version, exports: once }));
  copyFileSync(inRoot('tools', 'reference', 'style.css'), join(folder, 'style.css'));
}
