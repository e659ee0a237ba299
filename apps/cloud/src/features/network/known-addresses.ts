import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonObject } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { IN_MEMORY } from '../../store/database.ts';

/** Addresses of devices that have entered the code. */
export interface KnownAddresses {
  has(address: string): boolean;
  /** Knows an address for a day from now on. */
  add(address: string): void;
}

const KNOWN_FOR_MS = 24 * 60 * 60 * 1_000;
/** A page has many files: the file is not written for each. */
const WRITTEN_EVERY_MS = 60 * 60 * 1_000;
const ADDRESSES_FILE = 'network-addresses.json';

/** Returns the addresses that are stored beside the store; an unreadable file counts as empty. */
export function createKnownAddresses(dataDir: string, time: Time): KnownAddresses {
  const file = dataDir === IN_MEMORY ? undefined : join(dataDir, ADDRESSES_FILE);
  /** The end of each, by the machine's clock: a restart does not change it. */
  const endsMs = new Map<string, number>(file === undefined ? [] : readEnds(file));

  return {
    has: (address) => (endsMs.get(address) ?? 0) > time.now(),
    add(address) {
      const now = time.now();
      if ((endsMs.get(address) ?? 0) > now + KNOWN_FOR_MS - WRITTEN_EVERY_MS) return;
      for (const [other, endMs] of endsMs) if (endMs <= now) endsMs.delete(other);
      endsMs.set(address, now + KNOWN_FOR_MS);
      if (file === undefined) return;
      try {
        writeFileSync(file, JSON.stringify(Object.fromEntries(endsMs)), { mode: 0o600 });
      } catch {
        // On a full disk the devices enter the code again after a restart.
      }
    },
  };
}

function readEnds(file: string): readonly (readonly [string, number])[] {
  try {
    const entries = Object.entries(parseJsonObject(readFileSync(file, 'utf8')) ?? {});
    return entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  } catch {
    return [];
  }
}
