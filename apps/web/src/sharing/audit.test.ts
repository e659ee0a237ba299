import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { MAX_AUDIT_ENTRIES, openAuditLog } from './audit.ts';

const entry = (at: number) => ({ at, share: 's-1', session: 'g', who: 'Guest', what: 'start', detail: 'hamp' });

describe('the log of the owner', () => {
  test('is restored after a reload, newest first, and each device has its own', () => {
    const storage = createMemoryStorage();
    const log = openAuditLog(storage, 'one');
    log.add(entry(1));
    log.add(entry(2));
    expect(openAuditLog(storage, 'one').entries()).toEqual([entry(2), entry(1)]);
    expect(openAuditLog(storage, 'other').entries()).toEqual([]);
  });

  test('is bounded: the oldest entries are dropped', () => {
    const log = openAuditLog(createMemoryStorage(), 'one');
    for (let at = 0; at < MAX_AUDIT_ENTRIES + 5; at += 1) log.add(entry(at));
    expect(log.entries()).toHaveLength(MAX_AUDIT_ENTRIES);
    expect(log.entries().at(-1)?.at).toBe(5);
  });

  test('can be saved with readable times, and cleared', () => {
    const storage = createMemoryStorage();
    const log = openAuditLog(storage, 'one');
    log.add(entry(0));
    expect(JSON.parse(log.export())).toMatchObject({ entries: [{ at: '1970-01-01T00:00:00.000Z', who: 'Guest' }] });
    log.clear();
    expect(log.entries()).toEqual([]);
    expect(openAuditLog(storage, 'one').entries()).toEqual([]);
  });

  test('that one tab has cleared does not come back from another, and loses nothing that another has added', () => {
    const storage = createMemoryStorage();
    const [here, there] = [openAuditLog(storage, 'one'), openAuditLog(storage, 'one')];
    here.add(entry(1));
    there.add(entry(2));
    expect(there.entries()).toEqual([entry(2), entry(1)]);
    here.clear();
    there.add(entry(3));
    expect(there.entries()).toEqual([entry(3)]);
    expect(openAuditLog(storage, 'one').entries()).toEqual([entry(3)]);
  });

  test('that several tabs keep has each entry once', () => {
    const storage = createMemoryStorage();
    const [here, there] = [openAuditLog(storage, 'one'), openAuditLog(storage, 'one')];
    for (const at of [1, 2]) {
      here.add(entry(at));
      there.add(entry(at));
    }
    expect([here.entries(), there.entries()]).toEqual(Array(2).fill([entry(2), entry(1)]));
    there.add(entry(1));
    expect(there.entries()).toEqual([entry(2), entry(1)]);
  });

  test.each(['no JSON', '{}', '{"version":9,"entries":[]}', '[1]'])('a log stored as %s is empty', (text) => {
    const storage = createMemoryStorage({ 'tactus.sharing.log.one': text });
    expect(openAuditLog(storage, 'one').entries()).toEqual([]);
  });

  test('a full storage loses nothing of this visit', () => {
    const full = {
      ...createMemoryStorage(),
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const log = openAuditLog(full, 'one');
    log.add(entry(1));
    expect(log.entries()).toEqual([entry(1)]);
    log.add(entry(2));
    expect(log.entries()).toEqual([entry(2), entry(1)]);
  });

  test('what a full storage did not take is stored with the next entry that it takes', () => {
    const storage = createMemoryStorage();
    let isFull = true;
    const log = openAuditLog(
      {
        ...storage,
        setItem(key: string, value: string) {
          if (isFull) throw new DOMException('full', 'QuotaExceededError');
          storage.setItem(key, value);
        },
      },
      'one',
    );
    log.add(entry(1));
    isFull = false;
    log.add(entry(2));
    expect(openAuditLog(storage, 'one').entries()).toEqual([entry(2), entry(1)]);
  });
});
