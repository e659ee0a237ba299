import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes of a secret. */
const SECRET_BYTES = 32;

/** A text that nobody can guess: bytes of the system's random source, in base64url. */
export const randomText = (bytes: number = SECRET_BYTES): string => randomBytes(bytes).toString('base64url');

/** The SHA-256 of a secret, in base64url: secrets are stored in this form alone. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** The hash that a secret is compared with where there is none, so that the time of an answer discloses nothing. */
const NO_HASH = Buffer.alloc(SECRET_BYTES);

/** Whether a secret has this hash; `undefined` takes as long and is false. */
export function hasHash(secret: string, hash: string | undefined): boolean {
  const expected = hash === undefined ? NO_HASH : Buffer.from(hash, 'base64url');
  return timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'base64url')) && hash !== undefined;
}
