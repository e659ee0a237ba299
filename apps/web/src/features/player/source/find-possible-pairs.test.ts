import { describe, expect, test } from 'vitest';
import { findPossiblePairs, type Half } from './find-possible-pairs.ts';
import { parseName } from './parse-name.ts';

const half = (name: string, kind: 'medium' | 'script'): Half => ({ id: name, parts: parseName(name, kind) });
const films = (...names: readonly string[]) => names.map((name) => half(name, 'medium'));
const scripts = (...names: readonly string[]) => names.map((name) => half(name, 'script'));
const pairsOf = (...[ofFilms, ofScripts, ids]: Parameters<typeof findPossiblePairs>) =>
  findPossiblePairs(ofFilms, ofScripts, ids).map(
    ({ filmId, scriptId, isLikely }) => `${scriptId} ${filmId} ${isLikely ? 'likely' : 'unlikely'}`,
  );

test.each([
  ['Paper lantern.mp4', 'Paper lantern.funscript', true],
  ['Paper lantern.mp4', 'Paper lanterns.funscript', true],
  ['Paper lantern.mp4', 'Paper lamtern.funscript', true],
  ['Paper lantern light.mp4', 'Pxper lntern light.funscript', true],
  ['Paper lantern.mp4', 'Paper antlerns.funscript', false],
  ['Paper lantern.mp4', 'Paper lanternsss.funscript', false],
  ['Paper lant.mp4', 'Paper lind.funscript', false],
  ['Paper lant.mp4', 'Paper lans.funscript', true],
  ['Lantern 12.mp4', 'Lantern 13.funscript', false],
])('%s and %s may belong together: %s', (film, script, mayBelong) => {
  expect(findPossiblePairs(films(film), scripts(script), new Set([film]))).toHaveLength(mayBelong ? 1 : 0);
});

test.each([
  [['PaperBoats [StudioA].mp4'], 'Paper Boats [StudioB] slow.funscript', 'likely'],
  [['PaperBoats 1080p.mp4', 'PaperBoats 720p.mp4'], 'Paper Boats slow.funscript', 'unlikely'],
  [['PaperBoats (2019).mp4', 'PaperBoats (2020).mp4'], 'Paper Boats soft.funscript', 'unlikely'],
])('%j and a variant of their script, whose title has a space more, may belong together', (names, script, how) => {
  expect(pairsOf(films(...names), scripts(script), new Set([script]))).toEqual(
    names.map((film) => `${script} ${film} ${how}`),
  );
});

describe('of halves that were there before', () => {
  const ofFilms = films('Studio - Harbour.mp4', 'Studio - Harbour night.mp4', 'Meadow.mp4');
  const ofScripts = scripts('Harbour.funscript', 'Meadow walk.funscript');

  test('a new script is asked about with every film that fits it best', () => {
    expect(pairsOf(ofFilms, ofScripts, new Set(['Harbour.funscript']))).toEqual([
      'Harbour.funscript Studio - Harbour.mp4 unlikely',
      'Harbour.funscript Studio - Harbour night.mp4 unlikely',
    ]);
  });

  test('a new film is asked about with its scripts, which are likely where no other film fits as well', () => {
    expect(pairsOf(ofFilms, ofScripts, new Set(['Studio - Harbour.mp4']))).toEqual([
      'Harbour.funscript Studio - Harbour.mp4 unlikely',
    ]);
    expect(pairsOf(ofFilms, ofScripts, new Set(['Meadow.mp4']))).toEqual(['Meadow walk.funscript Meadow.mp4 likely']);
  });

  test('none is asked about again', () => {
    expect(pairsOf(ofFilms, ofScripts, new Set())).toEqual([]);
  });
});

describe('of a thousand films and a thousand scripts of one studio', () => {
  const letters = (index: number) =>
    [...String(index).padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const all = Array.from({ length: 1_000 }, (_, index) => letters(index));
  /** How often a name was compared or put into an index. */
  let reads = 0;
  const counted = ({ id, parts }: Half): Half => {
    const { key } = parts.title;
    const title = {
      ...parts.title,
      get key() {
        reads += 1;
        return key;
      },
    };
    return { id, parts: { ...parts, title } };
  };
  const ofFilms = films(...all.map((name) => `Studio - ${name}x film.mp4`)).map(counted);
  const ofScripts = scripts(...all.map((name) => `Studio - ${name}y made.csv`)).map(counted);

  test.each([
    ['film', ofFilms[500]?.id],
    ['script', ofScripts[500]?.id],
  ])('a new %s is compared with the others alone', (_, id = '') => {
    reads = 0;
    findPossiblePairs(ofFilms, ofScripts, new Set([id]));
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(20_000);
  });
});
