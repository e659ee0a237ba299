import { type GuestLimits, loosestGuestLimits } from '@tactus/motion';
import { guestModesSchema, parseJson, shareLimitsSchema } from '@tactus/protocol';
import * as z from 'zod/mini';
import type { KeyValueStorage } from '../../settings/key-value-storage.ts';
import type { ShareTerms } from '../owner-api.ts';

/** The name under which the home knows a device of another cloud, and the secret that proves this browser's link. */
export interface BridgeKey {
  readonly connectionKey: string;
  readonly secret: string;
}

/**
 * The rules of a bridge: the alias of one device, and the terms that its owner has allowed by each link. It is the owner's own
 * record, so that no home can extend them. Stored in this browser, for a reloaded page.
 */
export interface BridgeStorage {
  key(): BridgeKey | undefined;
  /** The home knows the device under another name by now: the shares of the old one are over. */
  saveKey(key: BridgeKey | undefined): void;
  /** Stores the terms of a link. */
  write(id: string, terms: Pick<ShareTerms, 'allow' | 'limits' | 'expiresInMs'>): void;
  change(id: string, changes: Partial<ShareTerms>): void;
  /** The stored terms of a link. */
  terms(id: string): Pick<ShareTerms, 'allow' | 'limits'> | undefined;
  strike(id: string): void;
  /** The widest terms of all valid links; undefined without one. */
  limits(): GuestLimits | undefined;
  /** When the next link ends, ms since the epoch. */
  nextEndMs(): number | undefined;
}

const VERSION = 1;
const NAME = 'tactus.bridge';
/** The duration of a link whose end is unknown here. */
const UNKNOWN_END_MS = 2 * 60 * 60 * 1_000;

const line = z.object({ allow: guestModesSchema, limits: shareLimitsSchema, endsAtMs: z.number() });
const storedBridge = z.object({
  version: z.literal(VERSION),
  connectionKey: z.string(),
  secret: z.string(),
  lines: z.catch(z.record(z.string(), line), {}),
});
type Line = z.output<typeof line>;

/** The stored rules of one device; `deviceId` distinguishes devices and is no key. `now` is ms since the epoch. */
export function openBridgeStorage(storage: KeyValueStorage, deviceId: string, now: () => number): BridgeStorage {
  const place = `${NAME}.${deviceId}`;
  let text: string | null = null;
  let key: BridgeKey | undefined;
  let lines: Readonly<Record<string, Line>> = {};

  /** What other tabs of this device have stored since is read, too. Of a full storage, the rules in memory count. */
  function read(): Readonly<Record<string, Line>> {
    const found = storage.getItem(place);
    if (found === text) return lines;
    text = found;
    const stored = z.safeParse(storedBridge, parseJson(found ?? '')).data;
    key = stored && { connectionKey: stored.connectionKey, secret: stored.secret };
    lines = stored?.lines ?? {};
    return lines;
  }

  const living = (all = read()) => Object.entries(all).filter(([, { endsAtMs }]) => endsAtMs > now());

  function save(next: Readonly<Record<string, Line>>): void {
    lines = next;
    try {
      if (key)
        storage.setItem(place, JSON.stringify({ version: VERSION, ...key, lines: Object.fromEntries(living(next)) }));
      else storage.removeItem(place);
      text = storage.getItem(place);
    } catch {
      // A full storage: the rules stay in memory, as long as the page is open.
    }
  }

  return {
    key() {
      read();
      return key;
    },
    saveKey(next) {
      key = next;
      save({});
    },
    write: (id, { allow, limits, expiresInMs }) =>
      save({ ...read(), [id]: { allow, limits, endsAtMs: now() + expiresInMs } }),
    change(id, { allow, limits, expiresInMs }) {
      const before = read()[id];
      const next = { allow: allow ?? before?.allow, limits: limits ?? before?.limits };
      if (!next.allow || !next.limits) return;
      const endsAtMs = expiresInMs === undefined ? (before?.endsAtMs ?? now() + UNKNOWN_END_MS) : now() + expiresInMs;
      save({ ...read(), [id]: { allow: next.allow, limits: next.limits, endsAtMs } });
    },
    terms: (id) => read()[id],
    strike: (id) => save(Object.fromEntries(Object.entries(read()).filter(([other]) => other !== id))),
    limits: () =>
      loosestGuestLimits(
        living().map(
          ([
            ,
            {
              allow,
              limits: { speed, stroke, intensity },
            },
          ]) => ({ allow, speed, stroke, intensity }),
        ),
      ),
    nextEndMs() {
      const ends = living().map(([, { endsAtMs }]) => endsAtMs);
      return ends.length === 0 ? undefined : Math.min(...ends);
    },
  };
}
