import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserTestsOfRun, drawnOnVendor, drawnTests } from './drawn-tests.mjs';
import { inRoot } from './root.mjs';

const others = Array.from({ length: 800 }, (_, index) => `e2e/page-${index}.spec.ts`);
const goals = ['e2e/frozen/links.spec.ts', 'e2e/journeys/07-sharing.control.spec.ts', 'e2e/stop-place.spec.ts'];

test('goals and safety are in every run', () => {
  for (const tree of ['one tree', 'another']) expect(drawnTests(goals, tree)).toEqual(goals);
});

test('of the others about an eighth is drawn, in order: the same by the same tree, others by another', () => {
  const drawn = drawnTests(others, 'tree');
  expect(drawn.length).toBeGreaterThan(70);
  expect(drawn.length).toBeLessThan(130);
  expect(others.filter((file) => drawn.includes(file))).toEqual(drawn);
  expect(drawnTests(others, 'tree')).toEqual(drawn);
  expect(drawnTests(others, 'another tree')).not.toEqual(drawn);
});

test('every file is drawn by some tree', () => {
  const trees = Array.from({ length: 150 }, (_, index) => `tree ${index}`);
  expect(new Set(trees.flatMap((tree) => drawnTests(others, tree))).size).toBe(others.length);
});

test('in the vendor profile what can move the device against a person runs always, and about half of the other pages', () => {
  const safety = ['e2e/escape.control.spec.ts', 'e2e/leaving.control.spec.ts', 'e2e/takeover.control.spec.ts'];
  const pages = others.map((file) => file.replace('.spec.ts', '.control.spec.ts'));
  const drawn = drawnOnVendor([...safety, ...others, ...pages], 'tree');
  expect(drawn.slice(0, 3)).toEqual(safety);
  expect(drawn.filter((file) => others.includes(file))).toEqual([]);
  expect(drawn.length).toBeGreaterThan(340);
  expect(drawn.length).toBeLessThan(460);
  expect(drawnOnVendor(pages, 'tree')).toEqual(drawn.slice(3));
  expect(
    new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].flatMap((tree) => drawnOnVendor(pages.slice(0, 20), tree)))
      .size,
  ).toBe(20);
});

test('which page is drawn for the vendor profile does not follow from which file is drawn at all', () => {
  const pages = others.map((file) => file.replace('.spec.ts', '.control.spec.ts'));
  const drawn = drawnTests(pages, 'tree');
  const both = drawnOnVendor(drawn, 'tree');
  expect(both.length).toBeGreaterThan(drawn.length / 4);
  expect(both.length).toBeLessThan((drawn.length * 3) / 4);
});

test('what this commit runs are files that are there', async () => {
  const { files, onVendor, of } = await browserTestsOfRun();
  expect(files).toEqual(expect.arrayContaining(onVendor));
  expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(goals));
  expect(files.length).toBeLessThan(of);
});
