import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserTestsOfRun, drawnTests } from './drawn-tests.mjs';
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

test('what this commit runs are files that are there', async () => {
  const { files, of } = await browserTestsOfRun();
  expect(files.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(goals));
  expect(files.length).toBeLessThan(of);
});
