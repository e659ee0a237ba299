/**
 * SHA-256 of a text in UTF-8, without a byte-order mark, in hexadecimal digits. Outside a secure context, where the browser has no
 * SHA-256, a shorter checksum with a prefix.
 */
export async function contentHash(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text.replace(/^\uFEFF/, ''));
  // Missing on a page over plain HTTP, although TypeScript's library has it.
  const subtle = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle;
  if (subtle === undefined) return `fnv-${bytes.length.toString(16)}-${sum(bytes, 1)}${sum(bytes, 3)}`;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, hex2).join('');
}

const hex2 = (byte: number): string => byte.toString(16).padStart(2, '0');

/** FNV-1a, 32 bits, from a given start value. */
function sum(bytes: Uint8Array, start: number): string {
  let hash = 0x811c9dc5 ^ start;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
