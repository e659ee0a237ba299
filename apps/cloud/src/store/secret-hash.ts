import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a secret. */
const SECRET_BYTES = 32;

/**
 * A text that nobody can guess: bytes of the system's random source, in base64url. Never begins with a hyphen, so that a
 * command line takes it as a value.
 */
export function randomText(bytes: number = SECRET_BYTES): string {
  for (;;) {
    const text = randomBytes(bytes).toString('base64url');
    if (!text.startsWith('-')) return text;
  }
}

/** The SHA-256 of a secret, in base64url: secrets are stored in this form alone. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The hash that a secret is compared with where there is none, so that the time of an answer discloses nothing. */
const NO_HASH = Buffer.alloc(SECRET_BYTES);

/** Whether a secret has this hash; `undefined` takes as long and is false. */
export function hasHash(secret: string, hash: string | undefined): boolean {
  const expected = hash === undefined ? NO_HASH : Buffer.from(hash, 'base64url');
  return timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'base64url')) && hash !== undefined;
}
