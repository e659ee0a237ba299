import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROUTES } from '../src/app/routes/routes.ts';
import { readPageSources } from './page-sources.ts';

const folder = new URL('../src/app/routes/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const found = readPageSources({ routes: read('routes.ts'), pages: read('pages.ts') });

test('every route without parameters is found, with the texts that its page needs and whether it drives a device', () => {
  expect(found.map(({ path, texts, drives }) => [path, texts, drives])).toEqual(
    ROUTES.filter(({ path }) => !path.includes(':')).map(({ path, page }) => [
      path,
      page.texts ?? [],
      page.controls !== undefined,
    ]),
  );
});

test('a page is known by its module', () => {
  expect(found.find(({ path }) => path === '/hamp')?.module).toBe('/src/features/hamp/hamp-page.tsx');
});

test('a route of a page that the table lacks fails the build', () => {
  expect(() => readPageSources({ routes: "{ path: '/a', page: PAGES.a }", pages: '' })).toThrow('"a"');
});
