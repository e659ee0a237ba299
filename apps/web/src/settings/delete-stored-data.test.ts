import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deleteStoredAppData } from './delete-stored-data.ts';

/** Databases that are deleted a moment later, as a browser does it; one is held open by another tab. */
function databases(names: string[], held = '') {
  const deleted: string[] = [];
  return {
    deleted,
    databases: async () => names.map((name) => ({ name, version: 1 })),
    deleteDatabase(name: string) {
      // Only the part of a request that the code under test uses.
      const request = {} as Record<'onsuccess' | 'onblocked', (() => void) | undefined> & IDBOpenDBRequest;
      queueMicrotask(() => {
        deleted.push(name);
        if (name === held) request.onblocked?.();
        else request.onsuccess?.();
      });
      return request;
    },
  };
}

const storage = (entries: Record<string, string>) =>
  Object.assign(Object.create({ removeItem: (name: string) => delete entries[name] }), entries) as Storage; // keys are its own fields

test('wiping waits until every database of ours is deleted, and does not touch others', async () => {
  const browser = databases(['tactus-player', 'tactus-library', 'tactus.tabs', 'other-app']);
  await deleteStoredAppData({ storages: [], databases: browser });
  expect(browser.deleted).toEqual(['tactus-player', 'tactus-library', 'tactus.tabs']);
});

test('a database that another tab holds open does not prevent the wipe from ending', async () => {
  const browser = databases(['tactus-player'], 'tactus-player');
  await deleteStoredAppData({ storages: [], databases: browser });
  expect(browser.deleted).toEqual(['tactus-player']);
});

test('wiping removes settings, devices and language, and no data of others', async () => {
  const entries = { 'tactus.settings': '{}', 'tactus.device.AbCd1234': '{}', userLanguage: 'de', theirs: '1' };
  const ofTab = { 'tactus.carrying': 'abc' };
  await deleteStoredAppData({ storages: [storage(entries), storage(ofTab)], databases: databases([]) });
  expect([entries, ofTab]).toEqual([{ theirs: '1' }, {}]);
});

test('a browser that stores nothing for this site has nothing to wipe', async () => {
  const blocked = { ...databases([]), databases: () => Promise.reject(new Error('blocked')) };
  await expect(deleteStoredAppData({ storages: [], databases: blocked })).resolves.toBeUndefined();
});

test('in a browser that does not list its databases, wiping deletes each that the app has a name for', async () => {
  const names = readFileSync(new URL('../../../../contract/frozen/names.txt', import.meta.url), 'utf8');
  const { deleted, deleteDatabase } = databases([]);
  const entries = { 'tactus.settings': '{}' };
  await deleteStoredAppData({ storages: [storage(entries)], databases: { deleteDatabase } });
  expect(deleted.sort()).toEqual([...names.matchAll(/^database (tactus-.+)$/gm)].map(([, name]) => name).sort());
  expect(entries).toEqual({});
});

test('a browser without databases, or one that refuses to delete any, is wiped of the rest', async () => {
  const refusing = {
    ...databases(['tactus-player']),
    deleteDatabase: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  };
  for (const browser of [undefined, refusing]) {
    const entries = { 'tactus.settings': '{}' };
    await deleteStoredAppData({ storages: [storage(entries)], databases: browser });
    expect(entries).toEqual({});
  }
});
