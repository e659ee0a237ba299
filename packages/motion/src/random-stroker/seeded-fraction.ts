/** A whole number 0..2^32-1 for any text: the same text gives the same number (FNV-1a). */
export function seedOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/**
 * A share 0 <= s < 1 that depends only on a seed and a place: the tenth is known without the nine before, so a run
 * repeats whatever was changed or skipped in between (splitmix32).
 */
export function seededFraction(seed: number, place: number): number {
  let word = (seed + Math.imul(place + 1, 0x9e3779b9)) >>> 0;
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return ((word ^ (word >>> 15)) >>> 0) / 2 ** 32;
}
