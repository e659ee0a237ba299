import { expect, test } from 'vitest';
import { isLengthMismatch } from './is-length-mismatch.ts';

const MINUTE_MS = 60_000;

test.each([
  ['a script that ends with its medium', 60_000, 60_000, false],
  ['a last stroke after the end of the medium', 61_900, 60_000, false],
  ['a script that goes on after the medium', 62_100, 60_000, true],
  ['credits without a script', 57 * MINUTE_MS, 60 * MINUTE_MS, false],
  ['a script of half the medium', 30 * MINUTE_MS, 60 * MINUTE_MS, true],
  ['a short medium that goes on for a while', 8_000, 20_000, false],
  ['a short medium with a script of its first seconds', 4_000, 20_000, true],
  ['a medium of an unknown length', 60_000, 0, false],
])('%s', (_, scriptMs, mediumMs, isOther) => expect(isLengthMismatch(scriptMs, mediumMs)).toBe(isOther));
