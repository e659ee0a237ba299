import { badRequest } from '../../http/http-errors.ts';
import { HttpRefusal, tactusErrorBody } from '../../http/refusal.ts';

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

/** Reads a person's display name. Throws a 400 for a value that is no text, shows nothing or is too long. */
export function readPersonName(raw: unknown, field: string, lengthMax: number): string {
  const name = typeof raw === 'string' ? removeHiddenCharacters(raw) : '';
  if (skeletonOf(name) === '' || name.length > lengthMax)
    throw badRequest(`${field} must be a text of 1 to ${lengthMax} characters that can be seen`);
  return name;
}

/** Throws a 400 for a name that reads as `owner`: in lists and logs that is the person whose device it is. */
export function refuseReservedName(name: string): void {
  if (!RESERVED.has(skeletonOf(name))) return;
  throw new HttpRefusal(
    400,
    tactusErrorBody('NameReserved', 'name must not be "owner": that is whoever owns the device'),
  );
}

/** The appearance of a name: one form for letters that look alike, without case, spaces, accents and punctuation. */
function skeletonOf(name: string): string {
  const folded = name.normalize('NFKD').toLowerCase();
  const shown = folded.replace(/[\s\p{M}\p{DI}]/gu, '');
  const letters = [...shown].map((letter) => CONFUSABLES[letter] ?? letter).join('');
  // A name may be all emoji: punctuation is left out only where something is left.
  return letters.replace(/[\p{P}\p{Sk}]/gu, '') || letters;
}
