import { expect, test } from 'vitest';
import { timeSpent } from './time-spent.mjs';

test('a run of gates without tests takes one line', () => {
  const parts = [
    { name: 'installation', seconds: 12.34 },
    { name: 'types', seconds: 7 },
  ];
  expect(timeSpent(parts, [])).toEqual(['Time: installation 12.3 s, types 7.0 s.']);
});

test('the files of tests are added up by top folder, and the ten slowest are named', () => {
  const files = Array.from({ length: 12 }, (_, place) => ({ name: `e2e/${place}.spec.ts`, seconds: place }));
  const lines = timeSpent([{ name: 'e2e', seconds: 40 }], [{ name: 'packages/a.test.ts', seconds: 70 }, ...files]);
  expect(lines[1]).toBe('Files of tests, several at the same time: packages 70.0 s, e2e 66.0 s. The slowest:');
  expect(lines.slice(2)).toHaveLength(10);
  expect([lines[2], lines.at(-1)]).toEqual(['  70.0 s packages/a.test.ts', '  3.0 s e2e/3.spec.ts']);
});

test('a file that ran under two profiles is named once', () => {
  const twice = [3, 4].map((seconds) => ({ name: 'e2e/stop.control.spec.ts', seconds }));
  expect(timeSpent([], twice).at(-1)).toBe('  7.0 s e2e/stop.control.spec.ts');
});
