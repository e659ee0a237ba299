import type { GuestSessionEnd, ShareAuditEntry } from '@tactus/protocol';
import type { Capacity } from '../../config/capacity.ts';
import { isOwnerTakingControl } from '../../devices/owner-calls.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import { STREAMS_PER_DEVICE } from '../../events/frames.ts';
import { createSseBroadcaster, type SseBroadcaster } from '../../events/sse-broadcaster.ts';
import type { Store } from '../../store/database.ts';
import { createEffectWriter } from '../../store/effect-writer.ts';
import { createPendingWrites } from '../../store/pending-writes.ts';
import type { LeaseService } from '../leases/create-lease-service.ts';
import type { DeviceCallParts } from '../playback/call-device.ts';
import { createControlRecords } from './control-records.ts';
import { createGuestExecutor, type GuestExecutor } from './guest-executor.ts';
import { createGuestMotionController } from './guest-motion-controller.ts';
import { type GuestSession, STREAMS_PER_SESSION } from './guest-session.ts';
import { executeOwnerCall, type OwnerCall } from './owner-driving.ts';
import { createSessionRegistry } from './session-registry.ts';
import type { Share, ShareSettings } from './share.ts';
import { createShareRegistry, type ShareRegistry } from './share-registry.ts';
import { createSharedControl, type SharedControl } from './shared-control.ts';
import { createViewerStopLimiter, type ViewerStopLimiter } from './viewer-stop-limiter.ts';
import { toAuditActor, toOwnerView, toSessionView } from './views.ts';

/** Sharing devices with guests (docs/sharing.md). */
export interface SharingService {
  readonly registry: Pick<ShareRegistry, 'make' | 'of' | 'list' | 'open'>;
  readonly driving: GuestExecutor;
  readonly viewerStops: ViewerStopLimiter;
  /** Streams of owners, by connection key. */
  readonly owners: SseBroadcaster<string>;
  readonly guests: SseBroadcaster<GuestSession>;
  /** Admits a guest by a link. */
  enter(share: Share, name: string): Promise<NewGuestSession | 'full' | 'used-up'>;
  /** The session of a text, open or ended not too long ago. */
  find(text: string): GuestSession | undefined;
  /** The session of a shared device; undefined before the first guest. */
  sharedControlOf(connectionKey: string): SharedControl | undefined;
  sharedControlFor(session: GuestSession): SharedControl;
  /** Changes the terms; where that could not be stored they are as they were stored last. */
  change(share: Share, terms: ShareSettings): Promise<void>;
  /** Ends a share at once. Rejects with `EffectNotStored` where that could not be stored, as `deviceRemoved` and `remove` do. */
  revoke(share: Share): Promise<void>;
  /** Revokes the shares of a device that was removed for good. */
  deviceRemoved(connectionKey: string): Promise<void>;
  remove(session: GuestSession, end: GuestSessionEnd): Promise<void>;
  /** A sign of life of a guest: where others have taken all places while the guest was away, its session ends. */
  comesBack(session: GuestSession): void;
  /** Executes a call with the device's own key. Rejects as `run` does. */
  ownerCalls<R>(connectionKey: string, call: OwnerCall, run: () => Promise<R>): Promise<R>;
  /** Executes a stop with the device's own key; resolves with whether the device has confirmed it. */
  ownerStops(connectionKey: string, stop: () => Promise<boolean>): Promise<boolean>;
  /** Sends the owner of a device the state of its shares. */
  changed(connectionKey: string): void;
  audit(connectionKey: string, entry: Omit<ShareAuditEntry, 'at'>): void;
  /** Sends a heartbeat to every stream of an owner. */
  beat(): void;
  close(): void;
}

/** A new session with its text. */
export interface NewGuestSession {
  readonly session: GuestSession;
  readonly text: string;
}

type Parts = DeviceCallParts & {
  readonly store: Store;
  readonly devices: DeviceRegistry;
  readonly leases: LeaseService;
  readonly onError: (error: unknown) => void;
  readonly capacity: Pick<Capacity, 'sharesPerDevice' | 'shares'>;
};

/** Interval between heartbeats on a guest's stream, so that a page soon detects a lost connection. */
const GUEST_BEAT_MS = 1_000;
/** Guests who left without notice and are remembered beside those present. */
const AWAY_MAX = 16;

/** Resolves with the sharing of a cloud, its stored shares restored; rejects where the store cannot be read. */
export async function createSharingService(parts: Parts): Promise<SharingService> {
  const { time, devices } = parts;
  const sharedControls = new Map<string, SharedControl>();
  const owners = createSseBroadcaster<string>(STREAMS_PER_DEVICE);
  const guests = createSseBroadcaster<GuestSession>(STREAMS_PER_SESSION);
  const driving = createGuestExecutor(parts);
  const viewerStops = createViewerStopLimiter(parts);
  const effects = createEffectWriter(time, parts.onError);
  const records = createControlRecords(parts.store, effects);
  const sessions = createSessionRegistry({ ...parts, onTimeOver: removeLater });
  const entering = createPendingWrites<Share>();
  const isInUse = (share: Share) => entering.count(share) > 0 || sessions.of(share).some(({ isHere }) => isHere);
  const registry = await createShareRegistry({
    ...parts,
    isInUse,
    onExpired: (share) => endAll(share, 'expired'),
  });

  const stopBeating = time.every(GUEST_BEAT_MS, guests.beat);
  const unsubscribe = devices.onEvent((connectionKey, event) => {
    if (event.name === 'stroke_changed') driving.strokeIs(connectionKey, event.data);
    else if (event.name === 'device_connected') driving.forget(connectionKey);
    else return;
    const control = sharedControls.get(connectionKey);
    if (control) renewDriver(control, event.name === 'device_connected');
  });

  function sharedControlOf(connectionKey: string): SharedControl {
    let control = sharedControls.get(connectionKey);
    if (!control) {
      const motion = createGuestMotionController(parts, connectionKey);
      const listener = {
        changed: () => changed(connectionKey),
        audit: (session: GuestSession | undefined, what: string, detail?: string) =>
          audit(connectionKey, { ...toAuditActor(session), what, ...(detail !== undefined && { detail }) }),
        over: (session: GuestSession, end: GuestSessionEnd) => {
          guests.send(session, 'over', { reason: end });
          sessions.close(session);
        },
      };
      const record = records.of(connectionKey);
      control = createSharedControl({ ...parts, connectionKey, motion, record, listener });
      sharedControls.set(connectionKey, control);
    }
    return control;
  }

  const sharedControlFor = (session: GuestSession) => sharedControlOf(session.share.connectionKey);

  function changed(connectionKey: string): void {
    const control = sharedControls.get(connectionKey);
    if (owners.hasSubscribers(connectionKey))
      owners.send(
        connectionKey,
        'shares',
        toOwnerView(registry.list(connectionKey), control, parts.leases.leftBy(connectionKey)),
      );
    for (const session of control?.sessions ?? [])
      if (control && guests.hasSubscribers(session)) guests.send(session, 'session', toSessionView(session, control));
  }

  function audit(connectionKey: string, entry: Omit<ShareAuditEntry, 'at'>): void {
    owners.send(connectionKey, 'audit', { at: time.now(), ...entry });
  }

  async function remove(session: GuestSession, end: GuestSessionEnd): Promise<void> {
    if (session.over !== undefined) return;
    const { connectionKey } = session.share;
    const control = sharedControlFor(session);
    control.leave(session, end);
    const effect = end === 'left' ? 'The session is over' : 'The guest is cut off';
    const stored = effects.store(effect, () => sessions.erase(session));
    forgetSharedControl(connectionKey, control);
    await stored;
  }

  /** Removes a session for which no request waits. */
  function removeLater(session: GuestSession, end: GuestSessionEnd): void {
    remove(session, end).catch(parts.onError);
  }

  /** Closes a session that no guest can join; stops in progress still run. */
  function forgetSharedControl(connectionKey: string, control: SharedControl): void {
    if (control.sessions.size > 0 || registry.list(connectionKey).length > 0 || control.motion.plan().hasZone) return;
    if (sharedControls.get(connectionKey) === control) sharedControls.delete(connectionKey);
    control.close();
    driving.forget(connectionKey);
    effects.store('The device is not shared any more', () => records.forget(connectionKey)).catch(parts.onError);
  }

  function endAll(share: Share, end: 'revoked' | 'expired'): void {
    for (const session of sessions.of(share)) removeLater(session, end);
    audit(share.connectionKey, { share: share.id, session: null, who: 'owner', what: end });
    changed(share.connectionKey);
    const control = sharedControls.get(share.connectionKey);
    // Guests who left earlier did not end the session; a stop in progress still needs it.
    void control?.motion.halted().then(() => forgetSharedControl(share.connectionKey, control));
  }

  async function revoke(share: Share): Promise<void> {
    registry.revoke(share);
    endAll(share, 'revoked');
    await effects.store('The share is over and its guests are cut off', () => registry.erase(share));
  }

  function applyTerms(share: Share, terms: ShareSettings): void {
    registry.change(share, terms);
    const control = sharedControls.get(share.connectionKey);
    for (const session of sessions.of(share)) sessions.wait(session);
    const driver = control?.motion.currentDriver();
    if (control && driver !== undefined && driver !== 'owner' && driver.share === share) renewDriver(control);
    changed(share.connectionKey);
  }

  /** Takes back the guests and the control of an earlier process; a device with guests and no readable control is locked. */
  async function restore(): Promise<void> {
    const controls = await records.load();
    const restored = await sessions.restore(registry.find);
    const keys = new Set([...controls.keys(), ...restored.map(({ share }) => share.connectionKey)]);
    for (const key of keys) {
      const guests = restored.filter(({ share }) => share.connectionKey === key);
      if (guests.length === 0 && registry.list(key).length === 0) await records.forget(key);
      else sharedControlOf(key).restore(guests, controls.get(key) ?? { locked: true, controller: null });
    }
  }

  function renewDriver(control: SharedControl, isBack = false): void {
    const driver = control.motion.currentDriver();
    if (driver !== undefined && driver !== 'owner') driving.renew(control, driver, isBack);
  }

  /** An absent guest has no place, and gets one again while there is one. */
  const hasPlace = (share: Share) =>
    sessions.of(share).filter(({ isHere }) => isHere).length + entering.count(share) <= share.terms.viewers;

  function forgetLongAway(share: Share): void {
    const away = sessions.of(share).filter(({ isHere }) => !isHere);
    for (const session of away.slice(0, Math.max(0, away.length - AWAY_MAX))) removeLater(session, 'left');
  }

  await restore();

  return {
    registry,
    driving,
    viewerStops,
    owners,
    guests,
    changed,
    audit,
    remove,
    sharedControlFor,
    sharedControlOf: (connectionKey) => sharedControls.get(connectionKey),
    find: (text) => sessions.find(text),
    async enter(share, name) {
      forgetLongAway(share);
      if (!hasPlace(share)) return 'full';
      const entry = sessions.make(share, name);
      const { session } = entry;
      let noteStored: () => void = () => undefined;
      const store = async (inside: Store) => {
        await sessions.store(session, inside);
        const state = sharedControlFor(session).stateAfterJoin(session);
        noteStored = await records.writeWithin(inside, share.connectionKey, state);
      };
      const mayEnter = await entering.during(share, registry.use(share, store));
      if (!mayEnter && share.over === undefined) return 'used-up';
      noteStored();
      sessions.open(session);
      // The share may have been revoked meanwhile.
      if (share.over === undefined) sharedControlFor(session).join(session);
      else {
        session.over = share.over;
        sessions.close(session);
      }
      return entry;
    },
    async change(share, terms) {
      applyTerms(share, terms);
      await registry.storeTerms(share).catch((error: unknown) => {
        if (share.terms === terms && share.over === undefined) applyTerms(share, share.storedTerms);
        throw error;
      });
      audit(share.connectionKey, { share: share.id, session: null, who: 'owner', what: 'changed' });
    },
    revoke,
    async deviceRemoved(connectionKey) {
      await Promise.all(registry.list(connectionKey).map(revoke));
    },
    comesBack(session) {
      if (session.over === undefined && !session.isHere && !hasPlace(session.share)) removeLater(session, 'left');
    },
    ownerCalls(connectionKey, call, run) {
      if (isOwnerTakingControl(call.name)) parts.leases.drivenAnew(connectionKey);
      const control = sharedControls.get(connectionKey);
      return control ? executeOwnerCall(control, call, run) : run();
    },
    ownerStops(connectionKey, stop) {
      const control = sharedControls.get(connectionKey);
      const press = { by: undefined, call: 'hamp.stop' };
      return control ? control.stopped(press, stop, (isStopped) => isStopped === true) : stop();
    },
    beat: owners.beat,
    close() {
      viewerStops.close();
      unsubscribe();
      stopBeating();
      owners.close();
      guests.close();
      sessions.closeAll();
      effects.close();
      registry.close();
      for (const control of sharedControls.values()) control.close();
    },
  };
}
