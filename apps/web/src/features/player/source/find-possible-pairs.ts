import { compareNames, MOST_TYPOS } from './match-files.ts';
import type { NameParts, Title } from './parse-name.ts';

/** A film without a script, or a script without a film. */
export interface Half {
  readonly id: string;
  readonly parts: NameParts;
}

/** A film and a script that may belong together: a question for the person. */
export interface PossiblePair {
  readonly filmId: string;
  readonly scriptId: string;
  /** The script fits no other film as well. */
  readonly isLikely: boolean;
}

/** The most films that are offered for one script. */
const MOST_FILMS = 3;

/** Finds, for each script, the films whose names fit it best; only the pairs of which the film or the script is among these `ids`. */
export function findPossiblePairs(
  films: readonly Half[],
  scripts: readonly Half[],
  ids: ReadonlySet<string>,
): readonly PossiblePair[] {
  const matchesAmong = (some: readonly Half[]) => {
    const candidatesOf = indexFilms(some);
    return (script: Half) =>
      candidatesOf(script.parts).flatMap(({ id, parts }) => {
        const match = compareNames(parts, script.parts);
        return match ? [{ filmId: id, score: match.score }] : [];
      });
  };
  const matchesOf = matchesAmong(films);
  const newMatchesOf = matchesAmong(films.filter(({ id }) => ids.has(id)));
  return scripts.flatMap((script) => {
    const isNew = ids.has(script.id);
    // Most scripts fit no new film: they are not compared with the others.
    if (!isNew && newMatchesOf(script).length === 0) return [];
    const matches = matchesOf(script);
    const best = Math.max(...matches.map(({ score }) => score));
    const offered = matches.filter(({ score }) => score === best).slice(0, MOST_FILMS);
    return offered
      .filter(({ filmId }) => isNew || ids.has(filmId))
      .map(({ filmId }) => ({ filmId, scriptId: script.id, isLikely: offered.length === 1 }));
  });
}

/**
 * Finds the films worth a comparison with a script without going through all of them. A title that is within another one
 * shares its rarest word with it.
 */
function indexFilms(films: readonly Half[]): (script: NameParts) => readonly Half[] {
  const byWord = new Map<string, Half[]>();
  const byRarestWord = new Map<string, Half[]>();
  const bySpelling = new Map<string, Half[]>();
  const put = (index: Map<string, Half[]>, key: string, film: Half) => {
    const known = index.get(key);
    if (known) known.push(film);
    else index.set(key, [film]);
  };
  const rarestOf = (words: ReadonlySet<string>): string =>
    [...words].reduce((rarest, word) => (countOf(word) < countOf(rarest) ? word : rarest));
  const countOf = (word: string): number => byWord.get(word)?.length ?? 0;

  for (const film of films) for (const word of film.parts.title.words) put(byWord, word, film);
  for (const film of films) {
    put(byRarestWord, rarestOf(film.parts.title.words), film);
    put(bySpelling, spellingOf(film.parts.title, film.parts.title.key.length), film);
  }
  return ({ title, stem }) => {
    const found = [byWord.get(rarestOf(title.words)), byWord.get(rarestOf(stem.words))];
    for (const word of title.words) found.push(byRarestWord.get(word));
    found.push(bySpelling.get(spellingOf(stem, stem.key.length)));
    for (let more = -MOST_TYPOS; more <= MOST_TYPOS; more += 1)
      found.push(bySpelling.get(spellingOf(title, title.key.length + more)));
    return [...new Set(found.flatMap((some) => some ?? []))];
  };
}

/** What two spellings of one title have in common: its first letter and its digits, and nearly its length. */
const spellingOf = ({ key, digits }: Pick<Title, 'key' | 'digits'>, length: number): string =>
  `${key.slice(0, 1)}${digits}.${length}`;
