import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('a dialog comes up in 300 ms by default, and at once for people who want less motion', () => {
  const tokens = read('../ui/tokens.css');
  const [usual = '', reduced = ''] = tokens.split('prefers-reduced-motion');
  expect(usual).toContain('--dialog: 300ms;');
  expect(reduced).toContain('--dialog: 0ms;');
  expect(read('./sheet.module.css')).toMatch(/\.inside \{[^}]*animation: rise var\(--dialog\)/);
});
