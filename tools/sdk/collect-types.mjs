/** The SDK's types for other people: the declarations that `tsc -b` writes, its workspace siblings' among them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run } from '../processes.mjs';
import { inRoot } from '../root.mjs';

const TSC_TIMEOUT_MS = 5 * 60_000;

/** `from './x.ts'`, `import('./x.ts')`, `import './x.ts'`: the forms in which a declaration names another file. */
const NAMED_FILE = /((?:from|import)\s*\(?\s*)(['"])([^'"]+)\2/g;

/** Has the compiler write the declarations of the SDK and of the packages below it. @throws {Error} with the compiler's message */
export async function writeDeclarations() {
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-b', inRoot('packages', 'sdk'), '--pretty', 'false'];
  const { code, output } = await run(process.execPath, args, { timeoutMs: TSC_TIMEOUT_MS, collect: true });
  if (code !== 0) throw new Error(`The types of the SDK do not hold.\n${output.trim()}`);
}

/** The compiler's declaration of a source file. @param {string} source path inside the repository */
export function declarationOf(source) {
  return inRoot(source.replace(/^(packages\/[^/]+)\/src\/(.*)\.ts$/, '$1/.types/src/$2.d.ts'));
}

/**
 * Copies the declarations of the entries; a sibling package becomes a path inside the folder.
 * @param {{ doors: readonly string[], outDir: string }} options doors: sources
 */
export function collectTypes({ doors, outDir }) {
  const waiting = doors.map(declarationOf);
  const seen = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const from = file;
    const place = placeOf(from);
    const text = readFileSync(from, 'utf8').replace(NAMED_FILE, (whole, before, quote, name) => {
      const target = targetOf(from, name);
      if (target === undefined) return whole;
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
      const path = relative(dirname(place), placeOf(target)).replace(/\.d\.ts$/, '.js');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
    });
    const written = join(outDir, place);
    mkdirSync(dirname(written), { recursive: true });
    writeFileSync(written, text.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
  }
}

/** The declaration of a name; undefined for other people's packages. @param {string} from @param {string} name */
export function targetOf(from, name) {
  if (name.startsWith('.')) return existing(join(dirname(from), name.replace(/\.ts$/, '.d.ts')), name, from);
  const [, sibling, door = '.'] = /^@tactus\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  if (sibling === undefined) return undefined;
  const manifest = JSON.parse(readFileSync(inRoot('packages', sibling, 'package.json'), 'utf8'));
  const source = manifest.exports[door === '.' ? '.' : `./${door}`]['@tactus/source'];
  return existing(declarationOf(join('packages', sibling, source)), name, from);
}

/** @param {string} target @param {string} name @param {string} from */
function existing(target, name, from) {
  if (existsSync(target)) return target;
  throw new Error(`${from} names '${name}', which has no declaration`);
}

/** packages/sdk/.types/src/device.d.ts -> sdk/device.d.ts @param {string} declaration */
function placeOf(declaration) {
  return relative(inRoot('packages'), declaration).replace('/.types/src/', '/');
}
