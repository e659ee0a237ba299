import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { catalogPartOf, isBasePart } from '../i18n/catalog-parts.ts';
import { ROUTES, type RouteRow } from './routes/routes.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const english: object = JSON.parse(read(join(SOURCES, 'i18n/locales/en-US.json')));
const IMPORT = /(?:^|\n)(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?'(\.[^']+)'/g;
const LOADED_FIRST = /needText\('[^']+'\)/g;
const LITERAL = /['"]([a-zA-Z]+(?:\.[a-zA-Z0-9]+)+)['"]/g;

/** A source and all its static imports. */
function importedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(IMPORT)) importedWith(join(dirname(file), path), seen);
  return seen;
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The parts of the texts that some sources use, beside the base and parts that they load themselves before. */
function partsOf(files: Iterable<string>): string[] {
  const keys = [...files]
    .flatMap((file) => [...read(file).replace(LOADED_FIRST, '').matchAll(LITERAL)].map(([, key = '']) => key))
    .filter((key) => key in english);
  return [...new Set(keys.map(catalogPartOf))].filter((part) => !isBasePart(part)).sort();
}

const shell = importedWith(join(SOURCES, 'main.tsx'));

/** The file of a page, as its row imports it. */
function pageFile({ page }: RouteRow): string {
  const [file = ''] = /features\/[^'"]+\.tsx/.exec(String(page.load)) ?? [];
  return join(SOURCES, file);
}

test('the shell uses only texts of the first load', () => {
  expect(shell.size).toBeGreaterThan(40);
  expect(partsOf(shell)).toEqual([]);
});

describe('a page names the parts of the texts that it uses, and no others', () => {
  test.each(ROUTES.map((row) => [row.path, row] as const))('%s', (_, row) => {
    const own = [...importedWith(pageFile(row))].filter((file) => !shell.has(file));
    expect(own.length).toBeGreaterThan(0);
    expect([...(row.page.texts ?? [])].sort()).toEqual(partsOf(own));
  });
});
