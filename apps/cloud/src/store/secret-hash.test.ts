import { expect, test } from 'vitest';
import { hasHash, hashSecret, randomText } from './secret-hash.ts';

test('secrets are 32 bytes in base64url, all different, and none is read as an option of a command line', () => {
  const secrets = Array.from({ length: 2_000 }, () => randomText());
  expect(secrets.filter((secret) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/.test(secret))).toEqual([]);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test('a secret has its own hash alone', () => {
  const [one, other] = [randomText(), randomText()];
  expect(hasHash(one, hashSecret(one))).toBe(true);
  expect(hasHash(one, hashSecret(other))).toBe(false);
  expect(hasHash(one, undefined)).toBe(false);
});
