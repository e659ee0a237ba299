import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The query of a signed link: the names that the vendor's renewal links have. */
export interface SignedQuery {
  /** Cipher of `d`. */
  readonly a: string;
  /** The content of the link, encrypted: the store has only the hash of a token, and a renewal answers with the token. */
  readonly d: string;
  readonly iv: string;
  /** The subject of the link: `token_ref` of a token, else an id of its own. */
  readonly k: string;
  /** Signature over the rest. */
  readonly s: string;
  /** Expiry of the content when the link was made, in ms since the epoch. */
  readonly uexp: string;
}

/** Makes and reads links with one secret of this cloud. */
export interface LinkSigner {
  sign(ref: string, text: string, expiresAtMs: number): SignedQuery;
  /** The content of a link that this cloud signed and that is unchanged; undefined for any other. The caller checks the expiry. */
  open(query: SignedQuery): { ref: string; text: string } | undefined;
}

const CIPHER = 'aes-128-cbc';
const CIPHER_KEY_BYTES = 16;
const IV_BYTES = 16;

/** Makes and reads links with keys that are derived from `secret`. */
export function createLinkSigner(secret: Buffer): LinkSigner {
  const cipherKey = derive('encrypt').subarray(0, CIPHER_KEY_BYTES);
  const signatureKey = derive('sign');

  function derive(purpose: string): Buffer {
    return createHmac('sha256', secret).update(purpose).digest();
  }

  function signatureOf({ a, d, iv, k, uexp }: Omit<SignedQuery, 's'>): Buffer {
    return createHmac('sha256', signatureKey)
      .update(JSON.stringify([a, d, iv, k, uexp]))
      .digest();
  }

  return {
    sign(ref, text, expiresAtMs) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, cipherKey, iv);
      const signed = {
        a: CIPHER,
        d: Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64url'),
        iv: iv.toString('base64url'),
        k: ref,
        uexp: String(expiresAtMs),
      };
      return { ...signed, s: signatureOf(signed).toString('base64url') };
    },
    open(query) {
      const actual = Buffer.from(query.s, 'base64url');
      const expected = signatureOf(query);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      const decipher = createDecipheriv(CIPHER, cipherKey, Buffer.from(query.iv, 'base64url'));
      const text = decipher.update(query.d, 'base64url', 'utf8') + decipher.final('utf8');
      return { ref: query.k, text };
    },
  };
}
