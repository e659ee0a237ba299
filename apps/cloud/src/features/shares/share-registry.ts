import type { GuestMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Capacity } from '../../config/capacity.ts';
import type { Store } from '../../store/database.ts';
import { createKeyLocks } from '../../store/key-locks.ts';
import { hasHash, hashSecret, randomText } from '../../store/secret-hash.ts';
import type { ShareRow } from '../../store/tables.ts';
import { type Share, type ShareLimits, type ShareSettings, shareMinutesEndMs } from './share.ts';
import { createWallClockTimers } from './wall-clock-timers.ts';

/** A share with its secret, which only the answer to its creation contains. */
export interface ShareGrant {
  readonly share: Share;
  readonly secret: string;
}

/** The shares of this cloud; they survive a restart. Changes and ends take effect at once, and are stored by a call of their own. */
export interface ShareRegistry {
  /** Makes a share, which is stored when this resolves. Undefined when the limit is reached. */
  make(connectionKey: string, terms: ShareSettings): Promise<ShareGrant | undefined>;
  /** An open share of a device; undefined for one of another device. */
  of(connectionKey: string, id: string): Share | undefined;
  list(connectionKey: string): readonly Share[];
  /** The share of a link, open or ended; a wrong secret returns the same as an unknown id. */
  open(id: string, secret: string): Share | undefined;
  /** An open share by its id alone. */
  find(id: string): Share | undefined;
  /**
   * Whether the link may make another session. The session is counted, the minutes of the share run from the first one, and
   * `alongside` is part of the same transaction.
   */
  use(share: Share, alongside: (inside: Store) => Promise<void>): Promise<boolean>;
  change(share: Share, terms: ShareSettings): void;
  /** Stores the present terms, after those of earlier changes. */
  storeTerms(share: Share): Promise<void>;
  revoke(share: Share): void;
  /** Removes an ended share from the store. */
  erase(share: Share): Promise<void>;
  close(): void;
}

interface Options {
  readonly store: Store;
  readonly time: Time;
  readonly onExpired: (share: Share) => void;
  /** Whether a guest of the link is present. */
  readonly isInUse: (share: Share) => boolean;
  readonly onError: (error: unknown) => void;
  /** The most open shares of one device, and altogether. */
  readonly capacity: Pick<Capacity, 'sharesPerDevice' | 'shares'>;
}

const ID_BYTES = 12;
/** How long an ended share is remembered, so that its link can report the reason. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** Resolves with the stored shares of this cloud; rejects where the store cannot be read. */
export async function createShareRegistry({
  store,
  time,
  onExpired,
  isInUse,
  onError,
  capacity,
}: Options): Promise<ShareRegistry> {
  const shares = new Map<string, Share>();
  /** The shares that have not ended, by connection key. */
  const byDevice = new Map<string, Set<Share>>();
  let [open, arriving] = [0, 0];
  const alarms = createWallClockTimers<Share>(time);
  const locked = createKeyLocks();

  await store.deleteFrom('shares').where('expires_at', '<=', time.now()).execute();
  for (const row of await store.selectFrom('shares').selectAll().orderBy('created_at').execute()) takeIn(toShare(row));

  function takeIn(share: Share): void {
    shares.set(share.id, share);
    byDevice.set(share.connectionKey, (byDevice.get(share.connectionKey) ?? new Set()).add(share));
    open += 1;
    waitForEnd(share);
  }

  function waitForEnd(share: Share): void {
    alarms.set(share, share.terms.expiresAtMs, () => {
      expire(share);
      // The next start removes what remains.
      erase(share).catch(onError);
    });
  }

  function expire(share: Share): void {
    finish(share, 'expired');
    onExpired(share);
  }

  function finish(share: Share, over: 'revoked' | 'expired'): void {
    if (share.over === undefined) open -= 1;
    share.over = over;
    const others = byDevice.get(share.connectionKey);
    others?.delete(share);
    if (others?.size === 0) byDevice.delete(share.connectionKey);
    alarms.set(share, time.now() + REMEMBERED_MS, () => shares.delete(share.id));
  }

  async function erase({ id }: Share, inside = store): Promise<void> {
    await inside.deleteFrom('shares').where('id', '=', id).execute();
  }

  const isLiving = (share: Share) => share.over === undefined && time.now() < share.terms.expiresAtMs;
  const isTimeOver = (share: Share) => (shareMinutesEndMs(share) ?? Infinity) <= time.now();
  const list = (connectionKey: string) => [...(byDevice.get(connectionKey) ?? [])].filter(isLiving);

  /** Whether there is room for another share of a device; or a used-up link without a present guest, which gives its place. */
  function roomFor(connectionKey: string): boolean | Share {
    if (open + arriving >= capacity.shares) return false;
    const all = list(connectionKey);
    if (all.length < capacity.sharesPerDevice) return true;
    return all.find((share) => (isSpent(share) || isTimeOver(share)) && !isInUse(share)) ?? false;
  }

  return {
    list,
    async make(connectionKey, terms) {
      const room = roomFor(connectionKey);
      if (room === false) return undefined;
      const secret = randomText();
      const share: Share = {
        id: newShareId(),
        ...{ connectionKey, terms, storedTerms: terms, secretHash: hashSecret(secret), createdAtMs: time.now() },
        ...{ used: 0, startedAtMs: undefined, over: undefined },
      };
      arriving += 1;
      const write = store.transaction().execute(async (inside) => {
        if (room !== true) await erase(room, inside);
        await inside.insertInto('shares').values(toRow(share)).execute();
      });
      await write.finally(() => {
        arriving -= 1;
      });
      if (room !== true) expire(room);
      takeIn(share);
      return { share, secret };
    },
    of(connectionKey, id) {
      const share = shares.get(id);
      return share?.connectionKey === connectionKey && isLiving(share) ? share : undefined;
    },
    open(id, secret) {
      const share = shares.get(id);
      return hasHash(secret, share?.secretHash) ? share : undefined;
    },
    find(id) {
      const share = shares.get(id);
      return share && isLiving(share) ? share : undefined;
    },
    async use(share, alongside) {
      if (isSpent(share)) return false;
      const row = await store.transaction().execute(async (inside) => {
        const counted = await inside
          .updateTable('shares')
          .set(({ eb, fn }) => ({
            used: eb('used', '+', 1),
            started_at: fn.coalesce('started_at', eb.val(time.now())),
          }))
          .where('id', '=', share.id)
          .where(({ eb, or, ref }) => or([eb('uses', 'is', null), eb('used', '<', ref('uses'))]))
          .returning(['used', 'started_at'])
          .executeTakeFirst();
        if (counted) await alongside(inside);
        return counted;
      });
      if (!row) return false;
      share.used = Math.max(share.used, row.used);
      share.startedAtMs ??= row.started_at ?? undefined;
      return true;
    },
    change(share, terms) {
      share.terms = terms;
      waitForEnd(share);
    },
    async storeTerms(share) {
      // The count of uses is the store's: a guest may just have come.
      const { id, created_at, used, started_at, ...row } = toRow(share);
      const { terms } = share;
      await locked(id, () => store.updateTable('shares').set(row).where('id', '=', id).execute());
      share.storedTerms = terms;
    },
    revoke: (share) => finish(share, 'revoked'),
    erase: (share) => erase(share),
    close: alarms.close,
  };
}

const isSpent = ({ terms: { uses }, used }: Share) => uses !== null && used >= uses;

function toRow({ id, connectionKey, secretHash, createdAtMs, startedAtMs, used, terms }: Share): ShareRow {
  const { allow, ...limits } = terms.limits;
  return {
    id,
    connection_key: connectionKey,
    secret_hash: secretHash,
    name: terms.name,
    allow: JSON.stringify(allow),
    limits: JSON.stringify(limits),
    uses: terms.uses,
    used,
    viewers: terms.viewers,
    created_at: createdAtMs,
    expires_at: terms.expiresAtMs,
    started_at: startedAtMs ?? null,
  };
}

function toShare(row: ShareRow): Share {
  const allow = JSON.parse(row.allow) as readonly GuestMode[]; // `toRow` wrote it, and the limits
  const limits = JSON.parse(row.limits) as Omit<ShareLimits, 'allow'>;
  const { name, uses, viewers } = row;
  const terms: ShareSettings = { name, uses, viewers, limits: { ...limits, allow }, expiresAtMs: row.expires_at };
  return {
    id: row.id,
    connectionKey: row.connection_key,
    secretHash: row.secret_hash,
    createdAtMs: row.created_at,
    terms,
    storedTerms: terms,
    used: row.used,
    startedAtMs: row.started_at ?? undefined,
    over: undefined,
  };
}

/** An id that is neither a connection key, which has no `-`, nor leads to a group session: those begin with `g-`. */
const newShareId = () => `s-${randomText(ID_BYTES)}`;
