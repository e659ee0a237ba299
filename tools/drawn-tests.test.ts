import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER, browserTestsOfRun, drawnTests, slowTestsOfRun, VENDOR } from './drawn-tests.mjs';
import { inRoot } from './root.mjs';
import { ON_POSTGRES, SLOW } from './slow-tests.mjs';

const others = Array.from({ length: 800 }, (_, index) => `e2e/page-${index}.control.spec.ts`).toSorted();
const goals = ['e2e/frozen/links.spec.ts', 'e2e/journeys/07-sharing.control.spec.ts', 'e2e/stop-place.spec.ts'];
const safety = ['e2e/escape.control.spec.ts', 'e2e/leaving.control.spec.ts', 'e2e/takeover.control.spec.ts'];

test('goals and safety are in every run, and what must end motion in the vendor profile too', () => {
  for (const tree of ['one tree', 'another']) {
    expect(drawnTests([...goals, ...others], tree, BROWSER)).toEqual(expect.arrayContaining(goals));
    expect(drawnTests([...safety, ...others], tree, VENDOR)).toEqual(expect.arrayContaining(safety));
  }
});

test('of each group of neighbours one is drawn by every tree: the same by the same tree, others by another', () => {
  const drawn = drawnTests(others, 'tree', BROWSER);
  expect(drawn.map((file) => Math.floor(others.indexOf(file) / 16))).toEqual(Array.from({ length: 50 }, (_, at) => at));
  expect(drawnTests(others, 'tree', BROWSER)).toEqual(drawn);
  expect(drawnTests(others, 'another tree', BROWSER)).toHaveLength(50);
  expect(drawnTests(others, 'another tree', BROWSER)).not.toEqual(drawn);
});

test('every file is drawn by some tree', () => {
  const trees = Array.from({ length: 200 }, (_, index) => `tree ${index}`);
  const some = others.slice(0, 40);
  expect(new Set(trees.flatMap((tree) => drawnTests(some, tree, BROWSER))).size).toBe(some.length);
});

test('what is drawn for one thing does not follow from what is drawn for another', () => {
  const drawn = drawnTests(others, 'tree', BROWSER);
  const both = drawnTests(others, 'tree', VENDOR).filter((file) => drawn.includes(file));
  expect(both.length).toBeGreaterThan(8);
  expect(both.length).toBeLessThan(26);
});

test('the browser tests that this commit runs are files that are there', async () => {
  const { files, onVendor, of } = await browserTestsOfRun();
  expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining([...goals, ...onVendor]));
  expect(onVendor).toEqual(expect.arrayContaining(safety));
  expect(files.length).toBeLessThan(of);
});

test('of the slow tests this commit leaves out three of four, and all of them are files that are there', async () => {
  const { leftOut, onPostgres } = await slowTestsOfRun();
  expect([...SLOW, ...ON_POSTGRES].filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  expect(leftOut).toHaveLength(SLOW.length - Math.ceil(SLOW.length / 4));
  expect(ON_POSTGRES).toEqual(expect.arrayContaining(onPostgres));
  expect(onPostgres).toEqual(
    expect.arrayContaining(['contract/black-box/every-call.tactus.test.ts', 'contract/shares/restart.test.ts']),
  );
});
