import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import type { OwnerApi } from '../owner-api.ts';
import { requestBridgeKey } from './bridge-keys.ts';
import { openBridgeStorage } from './bridge-storage.ts';
import { bridgedOwnerApi } from './bridged-owner-api.ts';

const TERMS = {
  ...{ name: '', allow: ['hamp'] as const, uses: null, viewers: 1, expiresInMs: 60_000 },
  limits: { speed: 0.4, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
};

const gone = () => Promise.reject(new Error('the home is gone'));
const HOME: OwnerApi = {
  read: gone,
  create: async () => ({ id: 's-1', path: '/share/s-1#x' }),
  change: gone,
  revoke: gone,
  sendAway: gone,
  setControl: gone,
  streamRequest: () => ({ url: '/', init: {} }),
};

test('narrowed terms and a revoked link take effect here before the home has received them, and even if it never does', async () => {
  const bridgeStorage = openBridgeStorage(createMemoryStorage(), 'device', () => 0);
  const reports: unknown[] = [];
  const api = bridgedOwnerApi(HOME, bridgeStorage, () => reports.push(bridgeStorage.limits()?.speed));
  await api.create(TERMS);
  const share = { ...TERMS, id: 's-1' };
  await expect(api.change(share, { limits: { ...TERMS.limits, speed: 0.1 } })).rejects.toThrow('gone');
  await expect(api.revoke('s-1')).rejects.toThrow('gone');
  expect(reports).toEqual([0.4, 0.1, undefined]);
});

test('one changed limit leaves the others as they are stored here, and a link missing here gets those that the owner sees', async () => {
  const bridgeStorage = openBridgeStorage(createMemoryStorage(), 'device', () => 0);
  const change = () => Promise.resolve();
  const api = bridgedOwnerApi({ ...HOME, change }, bridgeStorage, () => undefined);
  const { id } = await api.create(TERMS);
  await api.change({ ...TERMS, id, limits: { ...TERMS.limits, speed: 1 } }, { limits: { intensity: 0.3 } });
  expect(bridgeStorage.terms(id)).toMatchObject({ allow: ['hamp'], limits: { ...TERMS.limits, intensity: 0.3 } });
  await api.change({ ...TERMS, id: 's-2' }, { limits: { intensity: 0.3 } });
  expect(bridgeStorage.terms('s-2')).toMatchObject({ allow: ['hamp'], limits: { ...TERMS.limits, intensity: 0.3 } });
});

test('a home that makes no name for the device refuses, one that does not answer may be tried again', async () => {
  const key = { connectionKey: 'Alias12345', secret: 'secret' };
  expect(await requestBridgeKey(async () => Response.json(key, { status: 201 }))).toEqual(key);
  for (const answer of [new Response('', { status: 404 }), Response.json({}, { status: 507 }), Response.json({})])
    expect(await requestBridgeKey(async () => answer)).toMatch(/refused|network/);
  expect(await requestBridgeKey(async () => Response.json({}, { status: 429 }))).toBe('refused');
  expect(await requestBridgeKey(async () => Response.json({}, { status: 502 }))).toBe('network');
  expect(await requestBridgeKey(() => Promise.reject(new TypeError('offline')))).toBe('network');
});
