import { startsMotion } from '../../devices/owner-calls.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { createTellers, type Tellers } from '../../events/tellers.ts';
import type { Store } from '../../store/database.ts';
import type { Leases } from '../leases/create-leases.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { createDrive } from './drive.ts';
import { createGuestDriving, type GuestDriving } from './guest-driving.ts';
import type { GuestSession } from './guest-session.ts';
import { createIdleStops, type IdleStops } from './idle-stops.ts';
import { driveAsOwner, type OwnerCall } from './owner-driving.ts';
import { createRoom, type Room } from './room.ts';
import { createSessionBook } from './session-book.ts';
import type { AuditEntry, SessionEnd, Share, ShareTerms } from './share.ts';
import { createShareBook, type ShareBook } from './share-book.ts';
import { toOwnerView, toSessionView } from './views.ts';

/** Lending devices to guests (docs/sharing.md). */
export interface Shares {
  readonly book: Pick<ShareBook, 'make' | 'of' | 'list' | 'open'>;
  readonly driving: GuestDriving;
  readonly idleStops: IdleStops;
  /** Streams of owners, by connection key, and of guests. */
  readonly owners: Tellers<string>;
  readonly guests: Tellers<GuestSession>;
  /** Lets somebody in by a link. */
  enter(share: Share, name: string): Promise<Entry | 'full' | 'used-up'>;
  /** The session of a text, living or over for not too long. */
  find(text: string): GuestSession | undefined;
  /** The room of a device that is lent; undefined while nobody came. */
  roomOf(connectionKey: string): Room | undefined;
  roomFor(session: GuestSession): Room;
  change(share: Share, terms: ShareTerms): Promise<void>;
  revoke(share: Share): Promise<void>;
  /** A device is gone for good: its shares are revoked. */
  deviceRemoved(connectionKey: string): Promise<void>;
  remove(session: GuestSession, end: SessionEnd): void;
  /** A sign of life of a guest: where others have taken all places while it was away, its session is over. */
  comesBack(session: GuestSession): void;
  /** Has a call of somebody with the device's own key carried out. Rejects as `run` does. */
  ownerCalls<R>(connectionKey: string, call: OwnerCall, run: () => Promise<R>): Promise<R>;
  /** The same of a stop that tells whether the device has confirmed it. */
  ownerStops(connectionKey: string, stop: () => Promise<boolean>): Promise<boolean>;
  /** Tells whoever owns a device how things stand. */
  changed(connectionKey: string): void;
  audit(connectionKey: string, entry: Omit<AuditEntry, 'at'>): void;
  /** Sends a heartbeat to every stream of an owner. */
  beat(): void;
  close(): void;
}

/** A session as it is handed over. */
export interface Entry {
  readonly session: GuestSession;
  readonly text: string;
}

type Parts = DeviceCallParts & {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly leases: Leases;
  readonly onError: (error: unknown) => void;
};

/** A guest's stream says something every so often: a page that hears nothing knows soon that it is cut off. */
const GUEST_BEAT_MS = 1_000;
/** Guests who went without a word, kept beside those who are here. */
const AWAY_MAX = 16;

/** Brings the stored shares back. */
export async function createShares(parts: Parts): Promise<Shares> {
  const { time, devices } = parts;
  const rooms = new Map<string, Room>();
  const owners = createTellers<string>();
  const guests = createTellers<GuestSession>();
  const driving = createGuestDriving(parts);
  const idleStops = createIdleStops(parts);
  const sessions = createSessionBook(time, remove);
  /** Links by which somebody is just coming in. */
  const entering = new Set<Share>();
  const isVisited = (share: Share) => entering.has(share) || sessions.of(share).some(({ isHere }) => isHere);
  const book = await createShareBook({ ...parts, isVisited, onExpired: (share) => endAll(share, 'expired') });

  const stopBeating = time.every(GUEST_BEAT_MS, guests.beat);
  const stopListening = devices.onEvent((connectionKey, event) => {
    const room = rooms.get(connectionKey);
    if (!room || event.name !== 'stroke_changed') return;
    driving.strokeIs(connectionKey, event.data);
    renewDriver(room);
  });

  function roomOf(connectionKey: string): Room {
    let room = rooms.get(connectionKey);
    if (!room) {
      const drive = createDrive(parts, connectionKey);
      const listener = {
        changed: () => changed(connectionKey),
        audit: (session: GuestSession | undefined, what: string, detail?: string) =>
          audit(connectionKey, { ...whoIs(session), what, ...(detail !== undefined && { detail }) }),
        over: (session: GuestSession, end: SessionEnd) => {
          guests.tell(session, 'over', { reason: end });
          sessions.close(session);
        },
      };
      room = createRoom({ connectionKey, time, leases: parts.leases, drive, listener });
      rooms.set(connectionKey, room);
    }
    return room;
  }

  const roomFor = (session: GuestSession) => roomOf(session.share.connectionKey);

  function changed(connectionKey: string): void {
    const room = rooms.get(connectionKey);
    if (owners.isHeard(connectionKey))
      owners.tell(
        connectionKey,
        'shares',
        toOwnerView(book.list(connectionKey), room, parts.leases.leftBy(connectionKey)),
      );
    for (const session of room?.sessions ?? [])
      if (room && guests.isHeard(session)) guests.tell(session, 'session', toSessionView(session, room));
  }

  function audit(connectionKey: string, entry: Omit<AuditEntry, 'at'>): void {
    owners.tell(connectionKey, 'audit', { at: time.now(), ...entry });
  }

  function remove(session: GuestSession, end: SessionEnd): void {
    if (session.over !== undefined) return;
    const { connectionKey } = session.share;
    const room = roomFor(session);
    room.leave(session, end);
    forgetRoom(connectionKey, room);
  }

  /** A room that nobody can come to is closed; what it still has to do it does. */
  function forgetRoom(connectionKey: string, room: Room): void {
    if (room.sessions.size > 0 || book.list(connectionKey).length > 0 || room.drive.plan().hasZone) return;
    if (rooms.get(connectionKey) === room) rooms.delete(connectionKey);
    room.close();
    driving.forget(connectionKey);
  }

  function endAll(share: Share, end: 'revoked' | 'expired'): void {
    for (const session of sessions.of(share)) remove(session, end);
    audit(share.connectionKey, { share: share.id, session: null, who: 'owner', what: end });
    changed(share.connectionKey);
    const room = rooms.get(share.connectionKey);
    // Guests who left before did not take it with them; a stop that is under way is still its business.
    void room?.drive.halted().then(() => forgetRoom(share.connectionKey, room));
  }

  async function revoke(share: Share): Promise<void> {
    const stored = book.revoke(share);
    endAll(share, 'revoked');
    await stored;
  }

  function renewDriver(room: Room): void {
    const driver = room.drive.driver();
    if (driver !== undefined && driver !== 'owner') driving.renew(room, driver);
  }

  /** Whoever is not here has no place, and gets one again where there still is one. */
  const hasPlace = (share: Share) => sessions.of(share).filter(({ isHere }) => isHere).length <= share.terms.viewers;

  function forgetLongAway(share: Share): void {
    const away = sessions.of(share).filter(({ isHere }) => !isHere);
    for (const session of away.slice(0, Math.max(0, away.length - AWAY_MAX))) remove(session, 'left');
  }

  return {
    book,
    driving,
    idleStops,
    owners,
    guests,
    changed,
    audit,
    remove,
    roomFor,
    roomOf: (connectionKey) => rooms.get(connectionKey),
    find: (text) => sessions.find(text),
    async enter(share, name) {
      forgetLongAway(share);
      if (!hasPlace(share)) return 'full';
      entering.add(share);
      const mayEnter = await book.use(share).finally(() => entering.delete(share));
      if (!mayEnter) return 'used-up';
      const entry = sessions.open(share, name);
      // It may have been revoked while the use was written down.
      if (share.over === undefined) roomFor(entry.session).join(entry.session);
      else {
        entry.session.over = share.over;
        sessions.close(entry.session);
      }
      return entry;
    },
    async change(share, terms) {
      const stored = book.change(share, terms);
      const room = rooms.get(share.connectionKey);
      for (const session of sessions.of(share)) sessions.wait(session);
      const driver = room?.drive.driver();
      if (room && driver !== undefined && driver !== 'owner' && driver.share === share) renewDriver(room);
      audit(share.connectionKey, { share: share.id, session: null, who: 'owner', what: 'changed' });
      changed(share.connectionKey);
      await stored;
    },
    revoke,
    async deviceRemoved(connectionKey) {
      await Promise.all(book.list(connectionKey).map(revoke));
    },
    comesBack(session) {
      if (session.over === undefined && !session.isHere && !hasPlace(session.share)) remove(session, 'left');
    },
    ownerCalls(connectionKey, call, run) {
      if (startsMotion(call.name)) parts.leases.drivenAnew(connectionKey);
      const room = rooms.get(connectionKey);
      return room ? driveAsOwner(room, call, run) : run();
    },
    ownerStops(connectionKey, stop) {
      const room = rooms.get(connectionKey);
      const press = { by: undefined, call: 'hamp.stop' };
      return room ? room.stopped(press, stop, (isStopped) => isStopped === true) : stop();
    },
    beat: owners.beat,
    close() {
      idleStops.close();
      stopListening();
      stopBeating();
      owners.close();
      guests.close();
      sessions.closeAll();
      book.close();
      for (const room of rooms.values()) room.close();
    },
  };
}

const whoIs = (session: GuestSession | undefined) => ({
  share: session?.share.id ?? null,
  session: session?.id ?? null,
  who: session?.name ?? 'owner',
});
