import { expect, test } from 'vitest';
import { createMemoryStorage, type KeyValueStorage } from '../../settings/key-value-storage.ts';
import { openBridgeStorage } from './bridge-storage.ts';

const KEY = { connectionKey: 'Alias12345', secret: 'secret' };
const TERMS = {
  allow: ['hamp', 'hvp'] as const,
  limits: { speed: 0.4, stroke: { min: 0.1, max: 0.6 }, intensity: 0.5, sessionMinutes: 60 },
  expiresInMs: 60_000,
};
const LIMITS = { allow: ['hamp', 'hvp'], speed: 0.4, stroke: { min: 0.1, max: 0.6 }, intensity: 0.5 };

function open(storage: KeyValueStorage = createMemoryStorage()) {
  let nowMs = 1_000;
  const bridgeStorage = openBridgeStorage(storage, 'device', () => nowMs);
  return {
    ...{ bridgeStorage, storage },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('nothing is allowed before a link shares the device, nor after the link has ended or was revoked', () => {
  const { bridgeStorage, pass } = open();
  bridgeStorage.saveKey(KEY);
  expect(bridgeStorage.limits()).toBeUndefined();
  bridgeStorage.write('s-1', TERMS);
  bridgeStorage.write('s-2', {
    ...TERMS,
    allow: ['hsp'],
    limits: { ...TERMS.limits, speed: 0.6 },
    expiresInMs: 30_000,
  });
  expect(bridgeStorage.limits()).toEqual({ ...LIMITS, allow: ['hamp', 'hvp', 'hsp'], speed: 0.6 });
  expect(bridgeStorage.nextEndMs()).toBe(31_000);
  pass(30_000);
  expect(bridgeStorage.limits()).toEqual(LIMITS);
  bridgeStorage.strike('s-1');
  expect([bridgeStorage.limits(), bridgeStorage.nextEndMs()]).toEqual([undefined, undefined]);
});

test('a change sets the given fields, and a link missing in the storage is stored again', () => {
  const { bridgeStorage } = open();
  bridgeStorage.saveKey(KEY);
  bridgeStorage.write('s-1', TERMS);
  bridgeStorage.change('s-1', { limits: { ...TERMS.limits, speed: 0.2 } });
  expect(bridgeStorage.limits()).toEqual({ ...LIMITS, speed: 0.2 });
  expect(bridgeStorage.nextEndMs()).toBe(61_000);
  bridgeStorage.change('s-1', { allow: ['hvp'], expiresInMs: 5_000 });
  expect([bridgeStorage.limits()?.allow, bridgeStorage.nextEndMs()]).toEqual([['hvp'], 6_000]);
  bridgeStorage.strike('s-1');
  bridgeStorage.change('s-1', { viewers: 3 });
  expect(bridgeStorage.limits()).toBeUndefined();
  bridgeStorage.change('s-1', TERMS);
  expect(bridgeStorage.limits()).toEqual(LIMITS);
});

test('a reloaded page uses the same stored rules, and a home with another name starts with none', () => {
  const { bridgeStorage, storage } = open();
  bridgeStorage.saveKey(KEY);
  bridgeStorage.write('s-1', TERMS);
  const again = open(storage).bridgeStorage;
  expect([again.key(), again.limits()]).toEqual([KEY, LIMITS]);
  again.saveKey({ ...KEY, connectionKey: 'Alias54321' });
  expect(again.limits()).toBeUndefined();
  again.saveKey(undefined);
  expect(open(storage).bridgeStorage.key()).toBeUndefined();
});

test('invalid stored rules are ignored, and a full storage loses nothing of this page', () => {
  for (const stored of ['{', '{}', '{"version":9}', 'null'])
    expect(open(createMemoryStorage({ 'tactus.bridge.device': stored })).bridgeStorage.key()).toBeUndefined();
  const { bridgeStorage } = open({
    ...createMemoryStorage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  bridgeStorage.saveKey(KEY);
  bridgeStorage.write('s-1', TERMS);
  expect([bridgeStorage.key(), bridgeStorage.limits()]).toEqual([KEY, LIMITS]);
});

test('two tabs of one device use the same rules, and neither removes those of the other', () => {
  const storage = createMemoryStorage();
  const [one, other] = [open(storage).bridgeStorage, open(storage).bridgeStorage];
  one.saveKey(KEY);
  expect(other.key()).toEqual(KEY);
  other.write('s-1', TERMS);
  expect(one.limits()).toEqual(LIMITS);
  expect(one.nextEndMs()).toBe(61_000);
  one.write('s-2', { ...TERMS, allow: ['hsp'] });
  expect(other.terms('s-1')).toMatchObject({ allow: TERMS.allow });
  expect(other.limits()?.allow).toEqual(['hamp', 'hvp', 'hsp']);
  other.strike('s-2');
  expect(one.terms('s-2')).toBeUndefined();
  other.saveKey(undefined);
  expect([one.key(), one.limits()]).toEqual([undefined, undefined]);
});
