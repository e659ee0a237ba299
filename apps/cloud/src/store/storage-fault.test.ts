import { expect, test } from 'vitest';
import { EffectNotStored } from './effect-writer.ts';
import { isStoreAway, storageProblemOf } from './storage-fault.ts';

const withCode = (code: string) => Object.assign(new Error('low level'), { code });

test.each([
  ['SQLITE_FULL', 'The disk of this server is full'],
  ['ENOSPC', 'The disk of this server is full'],
  ['EDQUOT', 'The disk of this server is full'],
  ['53100', 'The disk of this server is full'],
  ['25006', 'The disk of this server cannot be written'],
  ['XX001', 'The store of this server is damaged'],
  ['SQLITE_READONLY', 'The disk of this server cannot be written'],
  ['EROFS', 'The disk of this server cannot be written'],
  ['SQLITE_CORRUPT', 'The store of this server is damaged'],
  ['SQLITE_NOTADB', 'The store of this server is damaged'],
  ['SQLITE_IOERR_WRITE', 'The disk of this server does not work'],
  ['ESTALE', 'The disk of this server does not work'],
  ['ETIMEDOUT', 'The disk of this server does not work'],
])('%s is answered with one clear sentence, also as the cause of another error', (code, beginning) => {
  expect(storageProblemOf(withCode(code))).toMatch(
    new RegExp(`^${beginning}, and nothing was stored\\. [A-Z][^.]+\\.$`),
  );
  expect(storageProblemOf(new Error('wrapped', { cause: withCode(code) }))).toMatch(beginning);
});

test.each(['STORE_AWAY', '57P01', '57P03', '53300', '08006'])(
  '%s, of a database that does not answer, leaves open whether it was stored',
  (code) => {
    expect(storageProblemOf(withCode(code))).toBe(
      'The database of this server does not answer, and the request may not be stored. Try again in a moment.',
    );
    expect([isStoreAway(withCode(code)), isStoreAway(withCode('53100'))]).toEqual([true, false]);
  },
);

test('what took effect and is not stored says both', () => {
  expect(storageProblemOf(new EffectNotStored('The share is over', withCode('SQLITE_READONLY')))).toBe(
    'The share is over, but that is not stored: the disk of this server cannot be written. A restart of the server would undo it; the server tries to store it again.',
  );
});

test.each([withCode('SQLITE_CONSTRAINT_PRIMARYKEY'), withCode('ECONNRESET'), new Error('other'), 'text', undefined])(
  'any other error is none of the storage: %s',
  (error) => expect(storageProblemOf(error)).toBeUndefined(),
);
