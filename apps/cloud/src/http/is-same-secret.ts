import { timingSafeEqual } from 'node:crypto';

/** Compares a text with a secret; the time that it takes discloses no more than the length of the secret. */
export function isSameSecret(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
