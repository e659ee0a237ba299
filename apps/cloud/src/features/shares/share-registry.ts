import type { GuestMode } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Store } from '../../store/database.ts';
import { hasHash, hashSecret, randomText } from '../../store/secret-hash.ts';
import type { ShareRow } from '../../store/tables.ts';
import { type Share, type ShareLimits, type ShareSettings, shareMinutesEndMs } from './share.ts';
import { createWallClockTimers } from './wall-clock-timers.ts';

/** A share with its secret, which only the answer to its creation contains. */
export interface ShareGrant {
  readonly share: Share;
  readonly secret: string;
}

/** The shares of this cloud; they survive a restart. */
export interface ShareRegistry {
  /** Makes a share, which is stored when this resolves. Undefined when the limit is reached. */
  make(connectionKey: string, terms: ShareSettings): Promise<ShareGrant | undefined>;
  /** An open share of a device; undefined for one of another device. */
  of(connectionKey: string, id: string): Share | undefined;
  list(connectionKey: string): readonly Share[];
  /** The share of a link, open or ended; a wrong secret returns the same as an unknown id. */
  open(id: string, secret: string): Share | undefined;
  /** Whether the link may make another session; a session is counted, and the minutes of the share run from the first one. */
  use(share: Share): Promise<boolean>;
  change(share: Share, terms: ShareSettings): Promise<void>;
  revoke(share: Share): Promise<void>;
  close(): void;
}

interface Options {
  readonly store: Store;
  readonly time: Time;
  readonly onExpired: (share: Share) => void;
  /** Whether a guest of the link is present. */
  readonly isInUse: (share: Share) => boolean;
  readonly onError: (error: unknown) => void;
}

const ID_BYTES = 12;
/** Open shares of one device, and altogether. */
const SHARES_PER_DEVICE = 32;
const SHARES_MAX = 20_000;
/** How long an ended share is remembered, so that its link can report the reason. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;
/** Resolves with the stored shares of this cloud; rejects where the store cannot be read. */
export async function createShareRegistry({
  store,
  time,
  onExpired,
  isInUse,
  onError,
}: Options): Promise<ShareRegistry> {
  const shares = new Map<string, Share>();
  const alarms = createWallClockTimers<Share>(time);

  await store.deleteFrom('shares').where('expires_at', '<=', time.now()).execute();
  for (const row of await store.selectFrom('shares').selectAll().execute()) takeIn(toShare(row));

  function takeIn(share: Share): void {
    shares.set(share.id, share);
    waitForEnd(share);
  }

  function waitForEnd(share: Share): void {
    alarms.set(share, share.terms.expiresAtMs, () => {
      finish(share, 'expired').catch(onError);
      onExpired(share);
    });
  }

  async function finish(share: Share, over: 'revoked' | 'expired'): Promise<void> {
    share.over = over;
    alarms.set(share, time.now() + REMEMBERED_MS, () => shares.delete(share.id));
    await store.deleteFrom('shares').where('id', '=', share.id).execute();
  }

  const isLiving = (share: Share) => share.over === undefined && time.now() < share.terms.expiresAtMs;
  const isTimeOver = (share: Share) => (shareMinutesEndMs(share) ?? Infinity) <= time.now();
  const list = (connectionKey: string) =>
    [...shares.values()].filter((share) => share.connectionKey === connectionKey && isLiving(share));

  /** Where the limit is reached, a used-up link without a present guest is ended to make room. */
  async function hasRoomFor(connectionKey: string): Promise<boolean> {
    if (shares.size >= SHARES_MAX) return false;
    const all = list(connectionKey);
    if (all.length < SHARES_PER_DEVICE) return true;
    const spent = all.find((share) => (isSpent(share) || isTimeOver(share)) && !isInUse(share));
    if (!spent) return false;
    const stored = finish(spent, 'expired');
    onExpired(spent);
    await stored;
    return true;
  }

  return {
    list,
    async make(connectionKey, terms) {
      if (!(await hasRoomFor(connectionKey))) return undefined;
      const secret = randomText();
      const share: Share = {
        id: newShareId(),
        ...{ connectionKey, terms, secretHash: hashSecret(secret), createdAtMs: time.now(), used: 0 },
        ...{ startedAtMs: undefined, over: undefined },
      };
      await store.insertInto('shares').values(toRow(share)).execute();
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
    async use(share) {
      if (isSpent(share)) return false;
      share.used += 1;
      share.startedAtMs ??= time.now();
      const row = { used: share.used, started_at: share.startedAtMs };
      await store.updateTable('shares').set(row).where('id', '=', share.id).execute();
      return true;
    },
    async change(share, terms) {
      share.terms = terms;
      waitForEnd(share);
      const { id, created_at, ...row } = toRow(share);
      await store.updateTable('shares').set(row).where('id', '=', id).execute();
    },
    revoke: (share) => finish(share, 'revoked'),
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
  return {
    id: row.id,
    connectionKey: row.connection_key,
    secretHash: row.secret_hash,
    createdAtMs: row.created_at,
    terms: { name, uses, viewers, limits: { ...limits, allow }, expiresAtMs: row.expires_at },
    used: row.used,
    startedAtMs: row.started_at ?? undefined,
    over: undefined,
  };
}

/** An id that is neither a connection key, which has no `-`, nor leads to a group session: those begin with `g-`. */
const newShareId = () => `s-${randomText(ID_BYTES)}`;
