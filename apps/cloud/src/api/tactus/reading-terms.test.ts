import { expect, test } from 'vitest';
import { HttpRefusal } from '../../http/refusal.ts';
import { defaultShareTerms, readGuestName, readShareTerms } from './reading-terms.ts';

const NOW_MS = 1_700_000_000_000;
const before = defaultShareTerms(NOW_MS);

test('the default terms are two hours, half the speed and four viewers', () => {
  expect(readShareTerms(undefined, before, NOW_MS)).toEqual(before);
  expect(before).toMatchObject({ expiresAtMs: NOW_MS + 7_200_000, viewers: 4, uses: null, limits: { speed: 0.5 } });
});

test('a body changes the terms that it names and no others', () => {
  const changed = readShareTerms({ limits: { speed: 0.2 }, allow: ['hsp', 'hamp'], uses: 3 }, before, NOW_MS);
  expect(changed).toEqual({ ...before, uses: 3, limits: { ...before.limits, speed: 0.2, allow: ['hamp', 'hsp'] } });
  expect(readShareTerms({ uses: null, expiresInMs: 60_000 }, changed, NOW_MS)).toMatchObject({
    uses: null,
    expiresAtMs: NOW_MS + 60_000,
  });
});

test.each([
  [{ name: 'x'.repeat(65) }, 'name'],
  [{ allow: [] }, 'allow'],
  [{ allow: ['hssp'] }, 'allow'],
  [{ allow: ['hamp', 'hamp'] }, 'allow'],
  [{ limits: 'none' }, 'limits'],
  [{ limits: { speed: 1.1 } }, 'limits.speed'],
  [{ limits: { intensity: Number.NaN } }, 'limits.intensity'],
  [{ limits: { stroke: { min: 0.5 } } }, 'limits.stroke'],
  [{ limits: { stroke: { min: 0.5, max: 0.5 } } }, 'limits.stroke'],
  [{ limits: { sessionMinutes: 0 } }, 'limits.sessionMinutes'],
  [{ expiresInMs: 59_999 }, 'expiresInMs'],
  [{ uses: 0 }, 'uses'],
  [{ viewers: 17 }, 'viewers'],
])('%j is refused with a sentence about %s', (body, about) => {
  const refusal = refusalOf(() => readShareTerms(body, before, NOW_MS));
  expect(refusal.status).toBe(400);
  expect(JSON.stringify(refusal.body)).toContain(about);
});

test('a guest has a name of up to 40 characters', () => {
  expect(readGuestName({ name: '  Anna ' })).toBe('Anna');
  for (const name of ['', ' ', 'x'.repeat(41), 7]) expect(refusalOf(() => readGuestName({ name })).status).toBe(400);
});

function refusalOf(run: () => unknown): HttpRefusal {
  try {
    run();
  } catch (error) {
    if (error instanceof HttpRefusal) return error;
    throw error;
  }
  return expect.fail('it was taken');
}
