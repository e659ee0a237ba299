const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;
const MASK_64 = (1n << 64n) - 1n;
/** The bits of an id: enough to tell devices apart, too few to identify one key (hundreds share an id). */
const ID_BITS = 40n;

/**
 * The name of a connection key for analytics and for the names of locks and channels: the same for the same key, and the
 * key cannot be derived from it.
 */
export function anonymousIdOfKey(connectionKey: string): string {
  let hash = FNV_OFFSET;
  for (const character of `tactus:${connectionKey}`) {
    hash = ((hash ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME) & MASK_64;
  }
  return (hash >> (64n - ID_BITS)).toString(16).padStart(Number(ID_BITS) / 4, '0');
}
