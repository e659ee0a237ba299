import { fileNameWithoutExtension, wholeNameOf } from './file-kind.ts';
import {
  isClearTag,
  isCopyWord,
  isEditWord,
  isLikelyTag,
  isPartWord,
  isSubtitlesWord,
  isVariantWord,
  shortPartWord,
} from './name-tags.ts';

/** The parts of a file's name that decide what it belongs to. Tags of quality, codec and projection are left out. */
export interface NameParts {
  /** The whole name in one Unicode form, in lower case. */
  readonly whole: string;
  /** The words of the title. */
  readonly title: Title;
  /** The title without the variant at its end: the same as `title` for a film. */
  readonly stem: Title;
  /** What the name may have beyond its title, and the other file's name may lack, by kind. */
  readonly extras: Readonly<Record<ExtraKind, ReadonlySet<string>>>;
}

/** The words of a title. */
export interface Title {
  readonly words: ReadonlySet<string>;
  /** The words as one text, so that "Paper Boats" is "PaperBoats"; two numbers stay two. */
  readonly key: string;
  readonly digits: string;
  /** How many letters the words have. */
  readonly letters: number;
}

/** Brackets before and after the title, a variant in brackets, the year, the number of a copy, the version, a size without its unit. */
export const EXTRA_KINDS = ['lead', 'tail', 'variant', 'year', 'copy', 'version', 'size'] as const;
type ExtraKind = (typeof EXTRA_KINDS)[number];

const MEDIA_ENDING = /\.(mp4|m4v|webm|mkv|mov|avi|wmv|mpg|mpeg|ogv|mp3|m4a|wav|flac|funscript)(?=\.|$)/i;
const BRACKETS = /[[({【〔「『](?<inner>[^\])}】〕」』]*)[\])}】〕」』]/gu;
const YEAR = /^(19|20)\d\d$/;
const VERSION =
  /(?<=[\p{L}\p{N}\])][\s_.-]*)[\s_.(-]v(?<number>\d+(?:\.\d+)*)\)?(?=[\s_.-]*$|[\s_.-]+[[(]|[\s_.-]+\p{L}+$)/u;
const AUTHOR = /[\s_]by[\s_]\p{L}[\p{L}\p{N}]*(?:[\s_]\p{L}[\p{L}\p{N}]*)?$/u;
const RELEASE_GROUP = /(?<=\b(?:[hx]26[45]|hevc|aac|av1))-[a-z0-9]+$/;
const BARE_SIZE = /(?<=[\p{L}\p{N}])[_.](?<size>180|360|720|1080|1440|2160)(?=$|[\s_.[(-])/gu;

type Extras = Record<ExtraKind, Set<string>>;
type NameKind = 'medium' | 'script' | 'subtitles';

/** Reads the name of a film, a script or subtitles. */
export function parseName(name: string, kind: NameKind): NameParts {
  const base = fileNameWithoutExtension(name);
  const extras = Object.fromEntries(EXTRA_KINDS.map((extra) => [extra, new Set<string>()])) as Extras;
  const take = (text: string, pattern: RegExp, extra: ExtraKind) =>
    text.replace(pattern, (_, value: string) => {
      extras[extra].add(value);
      return ' ';
    });

  const cleaned = fold(base.replace(MEDIA_ENDING, ''))
    .replace(RELEASE_GROUP, '')
    .replace(/(\d{2,3})\s*%/g, '$1pct')
    .replace(/\b(\d{2,3})[\s_]fps\b/g, '$1fps');
  const withoutVersion = take(cleaned, VERSION, 'version');
  const outside = withoutVersion.replace(BRACKETS, (group: string, inner: string, at: number, whole: string) => {
    const [before, after] = [whole.slice(0, at), whole.slice(at + group.length)].map((text) =>
      text.replace(BRACKETS, ''),
    );
    const isFirst = wordsOf(before ?? '').length === 0;
    const isLast = wordsOf(after ?? '').length === 0;
    const words = wordsOf(inner);
    const isCopy = group.startsWith('(') && /^\d{1,2}$/.test(inner) && isLast && !isFirst;
    if (words.every((word) => isLikelyTag(word) || isEditWord(word))) return ' ';
    if (YEAR.test(inner.trim())) extras.year.add(inner.trim());
    else if (isCopy) extras.copy.add(inner);
    else if (words.some((word) => isPartWord(word) || /^\d{1,2}$/.test(word))) return ` ${inner} `;
    else if (words.every(isVariantWord)) extras.variant.add(words.join(''));
    else extras[isFirst ? 'lead' : 'tail'].add(words.join(''));
    return ' ';
  });
  const written = take(outside, BARE_SIZE, 'size');
  const title = withoutTags(wordsOf(written));
  if (title[0] === 'copy' && title[1] === 'of' && title.length > 2) title.splice(0, 2);
  takeEnd(title, (word) => isCopyWord(word) || isEditWord(word) || isLikelyTag(word));
  if (kind === 'subtitles') takeEnd(title, isSubtitlesWord);
  if (title.length > 1 && extras.year.size === 0 && YEAR.test(title.at(-1) ?? '')) extras.year.add(title.pop() ?? '');
  const stem = [...title];
  if (kind === 'script') {
    const author = wordsOf(AUTHOR.exec(written.trim())?.[0] ?? '');
    if (stem.length > author.length && stem.slice(-author.length).join() === author.join()) stem.splice(-author.length);
    takeEnd(stem, (word) => isVariantWord(word) || isEditWord(word));
  }
  const whole = wholeNameOf(name);
  return { whole, title: titleOf(title, whole), stem: titleOf(stem, whole), extras };
}

function titleOf(words: readonly string[], whole: string): Title {
  const key =
    words.length === 0
      ? whole
      : words.reduce((text, word) => text + (/\d$/.test(text) && /^\d/.test(word) ? ' ' : '') + word, '');
  return {
    ...{ words: new Set(words.length === 0 ? [whole] : words), key },
    ...{ digits: key.replace(/\D/g, ''), letters: key.replace(/\P{L}/gu, '').length },
  };
}

/** One spelling for what is written in several ways: case, width, accents, ligatures, dashes and apostrophes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`´"“”„]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/&/g, ' and ');
}

/** The words of a folded text; numbers without leading zeros, parts by their short words. */
function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => shortPartWord(/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));
}

/** Leaves out clear tags, and likely ones beside them; a name of nothing but tags stays as it is. */
function withoutTags(words: readonly string[]): string[] {
  const isTag = words.map((word, index) => index > 0 && isClearTag(word));
  const kept = words.filter(
    (word, index) => !isTag[index] && !(index > 0 && isLikelyTag(word) && (isTag[index - 1] || isTag[index + 1])),
  );
  return kept.length > 0 ? kept : [...words];
}

/** Removes the words of a kind from the end; the first word stays. */
function takeEnd(words: string[], isTaken: (word: string) => boolean): void {
  while (words.length > 1 && isTaken(words[words.length - 1] ?? '')) words.pop();
}
