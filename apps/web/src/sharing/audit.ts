import { parseJson, type ShareAuditEntry, shareAuditEntry } from '@tactus/protocol';
import * as z from 'zod/mini';
import type { KeyValueStorage } from '../settings/key-value-storage.ts';

/** The log of guests' actions, stored in this browser (docs/sharing.md); it is never sent anywhere. */
export interface AuditLog {
  /** Newest first. */
  entries(): readonly ShareAuditEntry[];
  add(entry: ShareAuditEntry): void;
  clear(): void;
  /** The whole log as text for a file. */
  export(): string;
}

/** The most entries; the oldest are dropped first. */
export const MAX_AUDIT_ENTRIES = 300;

/** A stored log; its content depends on the version. */
const VERSION = 1;
const NAME = 'tactus.sharing.log';

const storedLog = z.object({ version: z.literal(VERSION), entries: z.array(z.unknown()) });

/** The log of one device; `deviceId` distinguishes devices and is no key. If the storage refuses, only the log is lost. */
export function openAuditLog(storage: KeyValueStorage, deviceId: string): AuditLog {
  const place = `${NAME}.${deviceId}`;
  const stored = () => readLog(storage.getItem(place));
  let entries = stored();
  let isStored = true;

  function save(next: readonly ShareAuditEntry[]): void {
    entries = next;
    try {
      if (next.length === 0) storage.removeItem(place);
      else storage.setItem(place, JSON.stringify({ version: VERSION, entries: next }));
      isStored = true;
    } catch {
      // A full storage: the log goes on in memory, as long as the page is open.
      isStored = false;
    }
  }

  return {
    entries: () => entries,
    add(entry) {
      // Another tab may have cleared the log, or added to it: every tab of a browser receives every entry.
      if (isStored) entries = stored();
      if (!entries.some((known) => isSame(known, entry))) save([entry, ...entries].slice(0, MAX_AUDIT_ENTRIES));
    },
    clear: () => save([]),
    export: () =>
      JSON.stringify(
        {
          version: VERSION,
          entries: entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
        },
        undefined,
        2,
      ),
  };
}

const isSame = (one: ShareAuditEntry, other: ShareAuditEntry): boolean =>
  one.at === other.at &&
  one.share === other.share &&
  one.session === other.session &&
  one.who === other.who &&
  one.what === other.what &&
  one.detail === other.detail;

function readLog(text: string | null): readonly ShareAuditEntry[] {
  const stored = z.safeParse(storedLog, parseJson(text ?? '')).data?.entries ?? [];
  return stored.flatMap((entry) => z.safeParse(shareAuditEntry, entry).data ?? []).slice(0, MAX_AUDIT_ENTRIES);
}
