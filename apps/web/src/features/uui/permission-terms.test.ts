import { expect, test } from 'vitest';
import { DEFAULT_PERMISSION_LIMITS, permissionToShareTerms } from './permission-terms.ts';

test('two permissions of one site have different names, within the length of a name', () => {
  const nameOf = (origin: string, ...taken: string[]) =>
    permissionToShareTerms(origin, DEFAULT_PERMISSION_LIMITS, taken).name;
  expect(nameOf('https://a.test')).toBe('https://a.test');
  expect(nameOf('https://a.test', 'https://a.test', 'https://a.test (2)')).toBe('https://a.test (3)');
  const long = `https://${'a'.repeat(80)}.test`;
  expect(nameOf(long, nameOf(long))).toMatch(/^.{60} \(2\)$/);
});
