import type { GuestSessionEnd } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { LeaseService } from '../leases/create-lease-service.ts';
import type { LeaseEnd } from '../leases/lease-manager.ts';
import type { StopConfirmationCheck } from '../stopping/stop-confirmation-check.ts';
import type { ControlRecord, ControlState } from './control-records.ts';
import { createGuestLeaseHold, type HoldGrant, type HoldRefusal, OWNER_NAME } from './guest-hold.ts';
import type { GuestMotionController } from './guest-motion-controller.ts';
import type { GuestSession } from './guest-session.ts';

/** Listens to a shared control. */
export interface SharedControlListener {
  changed(): void;
  audit(session: GuestSession | undefined, what: string, detail?: string): void;
  /** A session has ended; its streams are about to end. */
  over(session: GuestSession, end: GuestSessionEnd): void;
}

/**
 * Control of a shared device: one guest at a time, by a hold that expires half a second after the last renewal. The
 * owner has priority over every guest.
 */
export interface SharedControl {
  readonly motion: GuestMotionController;
  readonly sessions: ReadonlySet<GuestSession>;
  controller(): GuestSession | undefined;
  /** Whether the owner took control back and passes it on only by hand. */
  isLocked(): boolean;
  isHeldBy(session: GuestSession): boolean;
  /** The control once a guest has joined. */
  stateAfterJoin(session: GuestSession): ControlState;
  join(session: GuestSession): void;
  /** Takes the guests of an earlier process back; nobody holds the device. */
  restore(sessions: readonly GuestSession[], state: ControlState): void;
  /** Ends a session: its motion is stopped, its streams end. */
  leave(session: GuestSession, end: GuestSessionEnd): void;
  take(session: GuestSession): HoldGrant | HoldRefusal;
  renew(session: GuestSession): HoldGrant | HoldRefusal;
  letGo(session: GuestSession): void;
  /** Requests control; grants it where no guest has it. Rejects where that could not be stored. */
  requestControl(session: GuestSession): Promise<boolean>;
  withdraw(session: GuestSession): void;
  /**
   * Stops, then passes control to a guest or to nobody; `by`: the guest who passes it, undefined for the owner. Rejects where a guest's control
   * could not be stored, then nothing changes, and with `EffectNotStored` where the owner's could not.
   */
  passControl(to: GuestSession | undefined, by: GuestSession | undefined): Promise<void>;
  /** A Stop was pressed: runs `stop`, and stops the guest's motion by itself if the answer does not confirm its end. Rejects as `stop` does. */
  stopped<R>(press: StopPress, stop: () => Promise<R>, proves: StopConfirmationCheck): Promise<R>;
  /** A viewer presses Stop more often than the cloud forwards to a device at rest. */
  floods(session: GuestSession): void;
  /** Whether a guest holds the device, or started motion that may still go on. */
  isDriven(): boolean;
  /** The owner sends commands of motion. */
  ownerDrives(): void;
  /** A guest sent a sign of life. */
  seen(session: GuestSession): void;
  close(): void;
}

/** The guest who pressed Stop, undefined for the owner, and the call. */
export interface StopPress {
  readonly by: GuestSession | undefined;
  readonly call: string;
}

interface Options {
  readonly connectionKey: string;
  readonly time: Time;
  readonly leases: Pick<LeaseService, 'request' | 'renew' | 'letGo'>;
  readonly motion: GuestMotionController;
  readonly record: ControlRecord;
  readonly listener: SharedControlListener;
  readonly onError: (error: unknown) => void;
}

/** How long control stays with a guest whose hold expired, or who is absent. */
export const CONTROL_RETAINED_MS = 5_000;
/** How long no guest may hold the device after another person's Stop or a command of the owner. */
const QUIET_MS = 1_000;
/** How long the motion of a guest may go on after the owner has taken over without a command of motion. */
const TAKE_OVER_MS = 300;

const nothing: Undo = () => undefined;

/** Returns the control of a shared device that no guest has joined yet. */
export function createSharedControl(options: Options): SharedControl {
  const { connectionKey, time, leases, motion, record, listener, onError } = options;
  const sessions = new Set<GuestSession>();
  /** Timers of guests who may be gone. */
  const awayTimers = new Map<GuestSession, Undo>();
  /** The timer of a guest in control whose hold has expired. */
  let stopReturnTimer = nothing;
  const hold = createGuestLeaseHold({ connectionKey, leases, onEnd: holdEnded });
  let controller: GuestSession | undefined;
  let locked = false;
  let quietUntilMs = 0;
  let stopTakeOverTimer = nothing;
  let isClosed = false;

  /** Stops the motion for which a guest is responsible. */
  function haltIfDriven(session: GuestSession): void {
    if (motion.currentDriver() === session) void motion.halt();
    else motion.heldInVain();
  }

  function holdEnded(session: GuestSession, end: LeaseEnd): void {
    if (end === 'ran-out') {
      haltIfDriven(session);
      listener.audit(session, 'lapse');
      // Signs of life do not retain control: the guest has let go of the controls.
      stopReturnTimer = time.after(CONTROL_RETAINED_MS, () => setController(undefined));
      if (session.streams.size === 0) waitForSign(session);
    } else if (end === 'taken-over') {
      motion.stopped();
      // The owner's own start follows this: only where none comes is there a motion to stop.
      stopTakeOverTimer();
      stopTakeOverTimer = time.after(TAKE_OVER_MS, () => haltIfDriven(session));
    }
    listener.changed();
  }

  function cancelWait(session: GuestSession): void {
    awayTimers.get(session)?.();
    awayTimers.delete(session);
  }

  /** Ends presence, and control too, where no sign of life follows. */
  function waitForSign(session: GuestSession): void {
    cancelWait(session);
    const undo = time.after(CONTROL_RETAINED_MS, () => {
      awayTimers.delete(session);
      if (hold.by() === session) return;
      session.isHere = false;
      session.requestsControl = false;
      if (controller === session) setController(undefined);
      else listener.changed();
    });
    awayTimers.set(session, undo);
  }

  const state = (): ControlState => ({ locked, controller: controller?.id ?? null });
  const follow = (effect = 'Control of the device has changed') => record.follow(effect, state);

  /** Stores and reports the present control. */
  function settle(): void {
    follow().catch(onError);
    listener.changed();
  }

  function setController(next: GuestSession | undefined): void {
    stopReturnTimer();
    controller = next;
    if (next) {
      next.requestsControl = false;
      if (next.streams.size === 0) waitForSign(next);
    }
    settle();
  }

  function take(session: GuestSession): HoldGrant | HoldRefusal {
    if (controller !== session) return 'not-controller';
    if (hold.by() === session) return hold.renew(session);
    if (time.monotonic() < quietUntilMs) return 'stopped-just-now';
    const granted = hold.take(session);
    if (typeof granted === 'string' || 'heldBy' in granted) return granted;
    stopTakeOverTimer();
    stopReturnTimer();
    beginAtRest(session);
    listener.audit(session, 'took');
    listener.changed();
    return granted;
  }

  /** Stops the motion of others before the first command of a hold. */
  function beginAtRest(session: GuestSession): void {
    const isOthers = motion.currentDriver() !== session;
    motion.passTo(session);
    if (isOthers) void motion.halt();
  }

  function letGo(session: GuestSession): void {
    const held = hold.by() === session;
    if (held) hold.drop('let-go');
    haltIfDriven(session);
    if (held) listener.audit(session, 'let-go');
  }

  return {
    motion,
    sessions,
    take,
    letGo,
    renew: hold.renew,
    controller: () => controller,
    isLocked: () => locked,
    isHeldBy: (session) => hold.by() === session,
    stateAfterJoin: (session) => ({ locked, controller: controller?.id ?? (locked ? null : session.id) }),
    restore(restored, stored) {
      ({ locked } = stored);
      for (const session of restored) {
        sessions.add(session);
        if (session.id === stored.controller && !locked) controller = session;
        waitForSign(session);
      }
    },
    join(session) {
      sessions.add(session);
      if (!controller && !locked) controller = session;
      waitForSign(session);
      listener.audit(session, 'joined');
      settle();
    },
    leave(session, end) {
      letGo(session);
      session.over = end;
      sessions.delete(session);
      hold.forget(session);
      cancelWait(session);
      if (controller === session) {
        stopReturnTimer();
        controller = undefined;
      }
      listener.audit(session, end);
      listener.over(session, end);
      for (const stream of [...session.streams]) stream.end();
      settle();
    },
    async requestControl(session) {
      if (controller === session) return true;
      const isFree = () => !controller && !locked && session.over === undefined;
      if (isFree()) await record.write({ locked, controller: session.id });
      session.requestsControl = true;
      listener.audit(session, 'asked');
      if (isFree()) setController(session);
      else settle();
      return controller === session;
    },
    withdraw(session) {
      session.requestsControl = false;
      listener.changed();
    },
    async passControl(to, by) {
      if (to) await record.write({ locked: false, controller: to.id });
      if (by && controller !== by) return settle();
      const before = controller;
      stopReturnTimer();
      controller = undefined;
      locked = by === undefined && to === undefined;
      hold.drop({ heldBy: by ? { holder: to?.name ?? '', rank: 'guest' } : OWNER_NAME });
      const stopping = before && motion.currentDriver() === before ? motion.halt() : motion.stopped();
      listener.audit(by, by ? 'handed' : to ? 'given' : 'taken-back', to?.name);
      listener.changed();
      const stored = to ? undefined : follow('Control is taken back, and what a guest had in motion is stopped');
      await Promise.all([stopping, stored]);
      // The intended guest may have gone, and another may have got control, meanwhile.
      if (to && to.over === undefined && !controller && !locked) setController(to);
      else settle();
    },
    stopped({ by, call }, stop, proves) {
      motion.stopped();
      listener.audit(by, 'stop', call);
      if (hold.by() && hold.by() !== by) {
        quietUntilMs = time.monotonic() + QUIET_MS;
        hold.drop({ heldBy: by ? { holder: by.name, rank: 'guest' } : OWNER_NAME });
      }
      return motion.provenBy(stop(), proves);
    },
    floods(session) {
      session.floods = true;
      listener.audit(session, 'floods');
      listener.changed();
    },
    isDriven: () => hold.by() !== undefined || motion.plan().moves,
    ownerDrives() {
      motion.passTo('owner');
      quietUntilMs = time.monotonic() + QUIET_MS;
      hold.drop({ heldBy: OWNER_NAME });
    },
    seen(session) {
      if (session.over !== undefined || isClosed) return;
      const wasHere = session.isHere;
      session.isHere = true;
      cancelWait(session);
      if (session.streams.size === 0) waitForSign(session);
      if (!wasHere) listener.changed();
    },
    close() {
      isClosed = true;
      stopTakeOverTimer();
      stopReturnTimer();
      for (const undo of awayTimers.values()) undo();
    },
  };
}
