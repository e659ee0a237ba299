import { EXTRA_KINDS, type NameParts, type Title } from './parse-name.ts';

/** How well a file fits a film by its name: `sure` needs no question; of several sure ones the highest score is meant. */
export interface NameMatch {
  readonly isSure: boolean;
  readonly score: number;
}

/** Two titles are not the same: other rules decide. */
const NO_TITLE = 'no title';
const MIN_SHARED_LETTERS = 3;
const MIN_LETTERS_FOR_TYPO = 8;
/** The most letters in which two spellings of one title differ. */
export const MOST_TYPOS = 2;

/** Compares the parsed name of a script or subtitles with a film's; `undefined` where nothing says that they belong together. */
export function compareNames(film: NameParts, other: NameParts): NameMatch | undefined {
  const sameTitle = compareTitles(film, other);
  if (sameTitle !== NO_TITLE) return sameTitle;
  const shared = sharedLetters(film.title, other.title) || sharedLetters(film.title, other.stem);
  if (shared > 0) return { isSure: false, score: shared };
  return isTypo(film.title, other.title) ? { isSure: false, score: 30 } : undefined;
}

/** Compares names of one title; `NO_TITLE` where the titles differ. */
function compareTitles(film: NameParts, other: NameParts): NameMatch | undefined | typeof NO_TITLE {
  if (film.whole === other.whole) return { isSure: true, score: 1_000 };
  const wanted = film.title.key;
  const isWholeTitle = other.title.key === wanted;
  if (!isWholeTitle && other.stem.key !== wanted) return NO_TITLE;
  const extras = compareExtras(film, other);
  if (extras === undefined && [...film.extras.year].join() !== [...other.extras.year].join()) return undefined;
  return { isSure: extras !== undefined, score: (isWholeTitle ? 500 : 250) + (extras ?? -200) };
}

/** A film with its parsed name. */
export interface NamedFilm<Film> {
  readonly film: Film;
  readonly parts: NameParts;
}

/** Finds the film that a script or subtitles surely belong to; `undefined` where there is none, or several fit alike. */
export function findFilm<Film>(films: readonly NamedFilm<Film>[], other: NameParts): Film | undefined {
  let best: { film: Film | undefined; score: number } = { film: undefined, score: 0 };
  for (const { film, parts } of films) {
    const match = compareTitles(parts, other);
    if (match === NO_TITLE || !match?.isSure || match.score < best.score) continue;
    best = { film: match.score === best.score ? undefined : film, score: match.score };
  }
  return best.film;
}

/** Films by their titles, so that the film of a name is found without going through all of them. */
export interface FilmIndex<Film> {
  add(film: NamedFilm<Film>): void;
  /** The films with the title of a name. */
  withTitleOf(other: NameParts): readonly NamedFilm<Film>[];
}

/** Creates an index of films. */
export function createFilmIndex<Film>(): FilmIndex<Film> {
  const byName = new Map<string, NamedFilm<Film>[]>();
  return {
    add(film) {
      const { whole, title } = film.parts;
      for (const name of new Set([whole, title.key])) {
        const known = byName.get(name);
        if (known) known.push(film);
        else byName.set(name, [film]);
      }
    },
    withTitleOf({ whole, title, stem }) {
      return [...new Set([whole, title.key, stem.key].flatMap((name) => byName.get(name) ?? []))];
    },
  };
}

/** Whether a script or subtitles are surely of a film, as far as the two names tell. */
export function isSurelyOf(film: NameParts, other: NameParts): boolean {
  const match = compareTitles(film, other);
  return match !== NO_TITLE && match?.isSure === true;
}

/** More for what both names have; less for what one lacks; `undefined` where both have a different one. */
function compareExtras(film: NameParts, other: NameParts): number | undefined {
  let score = 0;
  for (const kind of EXTRA_KINDS) {
    const [one, two] = [film.extras[kind], other.extras[kind]];
    const shared = [...one].filter((value) => two.has(value)).length;
    if (shared < Math.min(one.size, two.size)) return undefined;
    score += 10 * shared - (one.size + two.size - 2 * shared);
  }
  return score;
}

/** How many letters two titles share when all words of the shorter are in the longer; else 0. */
function sharedLetters(film: Title, other: Title): number {
  const [short, long] = film.words.size < other.words.size ? [film, other] : [other, film];
  for (const word of short.words) if (!long.words.has(word)) return 0;
  return short.letters >= MIN_SHARED_LETTERS ? Math.min(short.letters, 40) : 0;
}

/** Whether two titles differ by a letter or two, and by no digit. */
function isTypo(one: Title, other: Title): boolean {
  const length = Math.min(one.key.length, other.key.length);
  if (one.digits !== other.digits || length < MIN_LETTERS_FOR_TYPO) return false;
  return differByAtMost(length < 12 ? 1 : MOST_TYPOS, one.key, other.key);
}

/** Whether one text becomes the other when at most `most` letters are replaced, added or left out. */
function differByAtMost(most: number, one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let [end, otherEnd] = [one.length, other.length];
  let start = 0;
  while (start < end && start < otherEnd && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  while (end > start && otherEnd > start && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end -= 1;
    otherEnd -= 1;
  }
  if (start === end || start === otherEnd) return Math.max(end, otherEnd) - start <= most;
  if (most === 0) return false;
  // The first letters that differ: one is replaced, or only one of the texts has it.
  const [rest, otherRest] = [one.slice(start, end), other.slice(start, otherEnd)];
  return (
    differByAtMost(most - 1, rest.slice(1), otherRest.slice(1)) ||
    differByAtMost(most - 1, rest.slice(1), otherRest) ||
    differByAtMost(most - 1, rest, otherRest.slice(1))
  );
}
