/** Names that are refused for anyone but the owner, because lists and logs of owners show these words. */
const RESERVED = new Set(['owner', 'theowner', 'deviceowner']);

/** Letters and digits that look like a letter of a reserved name. */
const CONFUSABLES: Readonly<Record<string, string>> = {
  ...{
    '0': 'o',
    о: 'o',
    ο: 'o',
    օ: 'o',
    ѡ: 'w',
    ԝ: 'w',
    ω: 'w',
    ո: 'n',
    п: 'n',
    η: 'n',
    е: 'e',
    ε: 'e',
    '3': 'e',
    г: 'r',
  },
};

/**
 * Cleans a text that other people will read: without control characters, and without those that turn the
 * direction of the text around it or show nothing. Any white space becomes one space; the joiners of emoji and scripts stay.
 */
export function removeHiddenCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .trim();
}

/** Whether a text, without hidden characters, is a display name: it shows something and is not too long. */
export const isPersonName = (name: string, lengthMax: number): boolean =>
  skeletonOf(name) !== '' && name.length <= lengthMax;

/** Whether a name reads as `owner`: in lists and logs that is the person whose device it is. */
export const isReservedName = (name: string): boolean => RESERVED.has(skeletonOf(name));

/** The appearance of a name: one form for letters that look alike, without case, spaces, accents and punctuation. */
function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase();
  const shown = folded.replace(/[\s\p{M}\p{DI}]/gu, '');
  const letters = [...shown].map((letter) => CONFUSABLES[letter] ?? letter).join('');
  // A name may be all emoji: punctuation is left out only where something is left.
  return letters.replace(/[\p{P}\p{Sk}]/gu, '') || letters;
}
