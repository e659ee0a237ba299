import { expect, test } from 'vitest';
import { changeShareTerms, defaultShareTerms } from './share-terms.ts';

const NOW_MS = 1_700_000_000_000;
const before = defaultShareTerms(NOW_MS);

test('the default terms are two hours, half the speed and four viewers', () => {
  expect(changeShareTerms(before, {}, NOW_MS)).toEqual(before);
  expect(before).toMatchObject({ expiresAtMs: NOW_MS + 7_200_000, viewers: 4, uses: null, limits: { speed: 0.5 } });
});

test('a body changes the terms that it names and no others', () => {
  const changed = changeShareTerms(before, { limits: { speed: 0.2 }, allow: ['hamp', 'hsp'], uses: 3 }, NOW_MS);
  expect(changed).toEqual({ ...before, uses: 3, limits: { ...before.limits, speed: 0.2, allow: ['hamp', 'hsp'] } });
  expect(changeShareTerms(changed, { uses: null, expiresInMs: 60_000 }, NOW_MS)).toMatchObject({
    uses: null,
    expiresAtMs: NOW_MS + 60_000,
  });
});
