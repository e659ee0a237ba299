import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { personName } from './fields.ts';
import { isReservedName, removeHiddenCharacters } from './person-name.ts';

const read = (name: unknown) => z.parse(personName('name', 40), name);

test.each([
  ['  Anna ', 'Anna'],
  ['An\u0000na\u007f\u0085', 'Anna'],
  ['\u202eannA\u202c \u2066x\u2069', 'annA x'],
  ['An\u200bna\ufeff\u00ad\u2060', 'Anna'],
  ['A\r\n\tB\u2028C\u00a0\u3000D', 'A B C D'],
  ['\ud800Anna', 'Anna'],
  ['\u3164Anna\u115f\u2800', 'Anna'],
  ['👩\u200d🔧 Zoë', '👩\u200d🔧 Zoë'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['!?', '!?'],
])('%j is read as %j', (given, expected) => {
  expect(read(given)).toBe(expected);
  expect(removeHiddenCharacters(given)).toBe(expected);
});

test.each(['', ' ', '\u202e', '\u200d', '\u3164', '\u0000', '\u0301', 'x'.repeat(41), 7, null, undefined, ['Anna']])(
  '%j is refused as a name',
  (given) => expect(() => read(given)).toThrow('name must be a text of 1 to 40 characters that can be seen'),
);

test.each([
  ...[
    'owner',
    'Owner',
    ' OWNER ',
    'o w n e r',
    'Ow\u200dner',
    'ｏｗｎｅｒ',
    '(owner)',
    '-owner-',
    '0wner',
    'The Owner',
  ],
  ...['оwnеr', 'ówner', 'o\u202ewner', 'own\u00ader', 'owner\u0000', 'οωηεr', 'own3r', '𝐨𝐰𝐧𝐞𝐫'],
])('%j reads as the owner', (given) => {
  expect(isReservedName(read(given))).toBe(true);
});

test.each(['Owen', 'Downer', 'Owner of 2', 'Anna, owner', 'Homeowner'])('%j is allowed as a name', (given) => {
  expect(read(given)).toBe(given);
  expect(isReservedName(given)).toBe(false);
});
