import { randomInt } from 'node:crypto';

const KEY_LENGTH = 12;
const KEY_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A connection key that is impossible to guess: about 70 bits from the system's own source, without letters that look alike. */
export function createRandomKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join('');
}
