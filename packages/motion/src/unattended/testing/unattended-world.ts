/** A model of one device, its link, a cloud that dies and comes back, and whoever drives, in virtual time by a seed. */
import { LINK_GRACE_MS, type LinkHold, type OngoingMotion } from '@tactus/protocol';
import { createRandom, type Undo } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { type Attendance, type AttendanceRules, unlinkedAttendance } from '../attendance.ts';
import type { firstOrder, holdOfLease } from '../first-order.ts';

/** The rules under test, and what a cloud does at its own end, each of which a test may break. */
export interface UnattendedRules extends AttendanceRules {
  readonly firstOrder: typeof firstOrder;
  readonly holdOfLease: typeof holdOfLease;
  /** Whether a cloud that is terminated stops what is driven before it closes its links. */
  readonly stopsAtClose: boolean;
  /** Whether what is driven is stored before its first command goes out. */
  readonly storesDriven: boolean;
  /** Whether an owner who takes over lifts the hold of the guest before. */
  readonly liftsForOwner: boolean;
  /** Whether a `ping` is taken for a renewal of the hold. */
  readonly pingRenews: boolean;
}

type Message =
  | { readonly type: 'welcome'; readonly session: number; readonly resumed: boolean }
  | { readonly type: 'start'; readonly by: By; readonly motion: OngoingMotion }
  | { readonly type: 'stop' }
  | { readonly type: 'ping' }
  | { readonly type: 'hold'; readonly hold: LinkHold | undefined };
type By = 'guest' | 'lease' | 'owner';

interface Cloud {
  session: number | undefined;
  stopGrace: Undo;
  /** Who holds the device at the moment. */
  lease: { readonly by: By; stopTimer: Undo } | undefined;
  /** The device was told of a hold in this session, and of its end. */
  hold: 'none' | 'told' | 'lifted';
  /** Driven under a hold or lease and not seen at rest since. */
  isDriven: boolean;
  /** Told to rest in this session, unconfirmed. */
  owesRest: boolean;
}

const LEASES = {
  guest: { ttlMs: 500, closedMs: 500, everyMs: 150, silentMs: 600, whenClosedMs: 600 },
  lease: { ttlMs: 60_000, closedMs: 10_000, everyMs: 3_000, silentMs: 60_000, whenClosedMs: 10_000 },
} as const;
const WAY_MAX_MS = 80;
const LINK_SILENCE_MS = 30_000;
const PING_EVERY_MS = 200;
const CLOSING_MS = 1_000;
const BACK_MS = [200, 1_000, 5_000, 60_000, Number.POSITIVE_INFINITY] as const;
const never: Undo = () => undefined;

/** Runs one seed for two minutes and gives what went against the promises. */
export function runUnattended(seed: number, rules: UnattendedRules): readonly string[] {
  const time = createFakeTime(0);
  const random = createRandom(seed);
  const nowMs = () => time.monotonic();
  const violations: string[] = [];
  /** A program from before there were holds; and one that begins a new session after every cut, as a bridge does. */
  const isOldProgram = random.next() < 0.4;
  const resumes = random.next() < 0.7;

  let cloud: Cloud | undefined = {
    session: undefined,
    stopGrace: never,
    lease: undefined,
    hold: 'none',
    isDriven: false,
    owesRest: false,
  };
  const stored = { isDriven: false };
  let sessions = 0;
  let link: 'open' | 'half-open' | 'closed' = 'closed';
  let connection = 0;
  let connectedAtMs = 0;
  let network = true;

  const device = {
    attendance: unlinkedAttendance(0) as Attendance,
    session: undefined as number | undefined,
    motion: 'none' as OngoingMotion,
    by: 'owner' as By,
    /** The newest `hold` frame for what moves, by when it arrived. */
    renewedAtMs: Number.NEGATIVE_INFINITY,
    closedAtMs: Number.POSITIVE_INFINITY,
    heardAtMs: 0,
    /** Since when it is linked to a cloud that does not know its session, moving since before; infinite where it is not. */
    unknownSinceMs: Number.POSITIVE_INFINITY,
  };

  // The device's end.
  let stopWatch: Undo = never;
  function watch(): void {
    stopWatch();
    if (isOldProgram) return;
    const dueMs = rules.restAtMs(device.attendance, device.motion);
    if (dueMs <= nowMs() + 1e-6) {
      if (device.motion !== 'none') restByItself();
      device.attendance = rules.held(device.attendance, undefined, nowMs());
    } else if (Number.isFinite(dueMs)) stopWatch = time.after(dueMs - nowMs(), watch);
  }

  function restByItself(): void {
    // A link that has just come back has not yet said what was lost with the one before.
    const isLinked = link === 'open' && nowMs() - connectedAtMs > 4 * WAY_MAX_MS;
    const isAttended = isLinked && cloud?.session === device.session && device.by === 'owner';
    if (isAttended) violations.push(`${nowMs()}: an owner's motion was ended although nobody was away`);
    device.motion = 'none';
  }

  function receive(message: Message): void {
    device.heardAtMs = nowMs();
    if (message.type === 'welcome') {
      const isUnknown = !message.resumed && device.motion !== 'none' && (resumes || device.by !== 'owner');
      if (isUnknown || Number.isFinite(device.unknownSinceMs)) device.unknownSinceMs = nowMs();
      device.session = message.session;
      device.closedAtMs = Number.POSITIVE_INFINITY;
      device.attendance = rules.linked(device.attendance);
      // The answer to a command is asked for again where it was lost.
      if (message.resumed && device.by === 'owner' && device.motion !== 'none') toCloud(takenOver);
    } else if (message.type === 'stop') {
      device.motion = 'none';
      device.unknownSinceMs = Number.POSITIVE_INFINITY;
      toCloud(stopConfirmed);
    } else if (message.type === 'start') {
      if (Number.isFinite(device.unknownSinceMs))
        violations.push(`${nowMs()}: a command came before the stop of an unknown session`);
      device.motion = message.motion;
      device.by = message.by;
      if (message.by === 'owner') toCloud(takenOver);
    } else if (message.type === 'hold' || (rules.pingRenews && device.attendance.hold)) {
      const hold = message.type === 'hold' ? message.hold : rules.holdOfLease(LEASES.guest);
      device.attendance = rules.held(device.attendance, hold, nowMs());
      if (message.type === 'hold' && hold) device.renewedAtMs = nowMs();
    }
    watch();
  }

  function closed(): void {
    if (device.closedAtMs < Number.POSITIVE_INFINITY) return;
    device.closedAtMs = nowMs();
    if (!resumes) device.session = undefined;
    device.attendance = rules.cut(device.attendance, nowMs(), device.heardAtMs);
    watch();
  }

  // The link. What is on its way when it ends does not arrive.
  const wayMs = () => random.integer(1, WAY_MAX_MS);
  let lastArrivalMs = 0;
  function toDevice(message: Message): void {
    if (link !== 'open') return;
    const of = connection;
    lastArrivalMs = Math.max(lastArrivalMs, nowMs() + wayMs());
    time.after(lastArrivalMs - nowMs(), () => of === connection && link === 'open' && receive(message));
  }
  function toCloud(run: (of: Cloud) => void): void {
    const [of, at] = [connection, cloud];
    if (link !== 'open' || !at) return;
    time.after(wayMs(), () => of === connection && link === 'open' && cloud === at && run(at));
  }

  function breakLink(how: 'half-open' | 'closed'): void {
    if (link !== 'open' && how === 'half-open') return;
    link = how;
    const of = connection;
    if (how === 'half-open') {
      time.after(LINK_SILENCE_MS, () => of === connection && link === 'half-open' && breakLink('closed'));
      return;
    }
    connection += 1;
    closed();
    const at = cloud;
    if (at) at.stopGrace = time.after(LINK_GRACE_MS, () => endSession(at));
    connectLater();
  }

  function endSession(of: Cloud): void {
    of.session = undefined;
    of.hold = 'none';
  }

  function lift(of: Cloud): void {
    if (of.hold === 'told') of.hold = 'lifted';
    toDevice({ type: 'hold', hold: undefined });
  }

  function connectLater(): void {
    time.after(random.integer(200, 900), () => {
      if (link === 'open') return;
      if (network && cloud) connect(cloud);
      else connectLater();
    });
  }

  function connect(at: Cloud): void {
    at.stopGrace();
    link = 'open';
    connection += 1;
    connectedAtMs = nowMs();
    const resumed = at.session !== undefined && at.session === device.session;
    const { isDriven, owesRest } = at;
    const order = rules.firstOrder({ resumed, namesSession: device.session !== undefined, isDriven, owesRest });
    if (!resumed) {
      endSession(at);
      at.session = ++sessions;
    }
    toDevice({ type: 'welcome', session: at.session ?? 0, resumed });
    at.owesRest = order === 'rest';
    if (at.owesRest) toDevice({ type: 'stop' });
    else if (at.hold === 'lifted' && !at.isDriven) lift(at);
    if (random.next() < 0.1) time.after(random.integer(1, 2 * WAY_MAX_MS), () => breakLinkNow('closed'));
  }

  // The cloud.
  function stopConfirmed(of: Cloud): void {
    of.owesRest = false;
    if (of.lease) return;
    notDriven(of);
    lift(of);
  }

  /** The owner's command is known to have been carried out. */
  function takenOver(of: Cloud): void {
    notDriven(of);
    if (rules.liftsForOwner && of.hold !== 'none') lift(of);
  }

  /** Nobody's hold answers for what moves. */
  function notDriven(of: Cloud): void {
    of.isDriven = false;
    stored.isDriven = false;
  }

  function renew(of: Cloud, by: 'guest' | 'lease'): void {
    of.lease?.stopTimer();
    const stopTimer = time.after(LEASES[by].ttlMs, () => {
      of.lease = undefined;
      if (cloud === of) toDevice({ type: 'stop' });
    });
    of.lease = { by, stopTimer };
    of.isDriven = true;
    of.hold = 'told';
    if (rules.storesDriven) stored.isDriven = true;
    toDevice({ type: 'hold', hold: rules.holdOfLease(LEASES[by]) });
  }

  function endCloud(how: 'killed' | 'terminated'): void {
    const of = cloud;
    if (!of) return;
    const gone = () => {
      if (cloud !== of) return;
      cloud = undefined;
      of.lease?.stopTimer();
      of.stopGrace();
      if (link === 'open') breakLink('closed');
    };
    if (how === 'killed') gone();
    else {
      of.lease?.stopTimer();
      of.lease = undefined;
      if (rules.stopsAtClose && of.isDriven) toDevice({ type: 'stop' });
      closingUntilMs = nowMs() + CLOSING_MS;
      time.after(rules.stopsAtClose && of.isDriven ? CLOSING_MS : 0, gone);
    }
    const backMs = random.pick(BACK_MS);
    if (Number.isFinite(backMs))
      time.after(CLOSING_MS + backMs, () => {
        const { isDriven } = stored;
        cloud ??= { session: undefined, stopGrace: never, lease: undefined, hold: 'none', isDriven, owesRest: false };
      });
  }
  let closingUntilMs = Number.NEGATIVE_INFINITY;

  // Whoever drives. Nobody drives again after having lost a hold: what moves after that moves by itself.
  const by = random.pick(['guest', 'lease', 'lease', 'guest', 'owner'] as const);
  const motion = random.pick(['endless', 'ending'] as const);
  let stopRenewals: Undo = never;
  function begin(): void {
    const of = cloud;
    if (!of) return;
    if (by !== 'owner') {
      renew(of, by);
      stopRenewals = time.every(LEASES[by].everyMs, () => {
        if (cloud === of && of.lease) renew(of, by);
      });
    }
    toDevice({ type: 'start', by, motion });
  }

  function takeOver(): void {
    const of = cloud;
    if (!of?.lease || nowMs() < closingUntilMs) return;
    stopRenewals();
    of.lease.stopTimer();
    of.lease = undefined;
    toDevice({ type: 'start', by: 'owner', motion: 'endless' });
    if (rules.liftsForOwner) lift(of);
  }

  // What is promised, looked at again and again.
  function look(): void {
    if (device.motion === 'none') return;
    const { by: driver } = device;
    const say = (what: string) => violations.push(`${nowMs()}: ${driver}'s motion ${what}`);
    const unknownSinceMs = Math.max(device.unknownSinceMs, connectedAtMs);
    if (link === 'open' && nowMs() - unknownSinceMs > 2 * WAY_MAX_MS + 1) say('was taken as found by another process');
    if (isOldProgram) {
      if (nowMs() > closingUntilMs && nowMs() < closingUntilMs + LOOK_EVERY_MS && wasWell && driver !== 'owner')
        say('went on after a cloud that was terminated, in an older program');
      return;
    }
    const unattendedMs = nowMs() - Math.max(device.closedAtMs, 0);
    if (driver !== 'owner') {
      const { silentMs, whenClosedMs } = LEASES[driver];
      if (nowMs() - device.renewedAtMs > silentMs + 1) say('outlived its hold');
      if (unattendedMs > whenClosedMs + 1) say('outlived its hold on a closed link');
    }
    if (device.motion === 'endless' && unattendedMs > LINK_GRACE_MS + 1) say('has no end and outlived the grace');
    if (device.closedAtMs < Number.POSITIVE_INFINITY && nowMs() - device.heardAtMs > 60_001) say('outlived a minute');
  }

  let wasWell = false;
  function breakLinkNow(how: 'half-open' | 'closed'): void {
    wasWell = false;
    breakLink(how);
  }
  const FAULTS: readonly (() => void)[] = [
    () => {
      wasWell = false;
      endCloud('killed');
    },
    () => {
      wasWell = link === 'open' && cloud !== undefined;
      endCloud('terminated');
    },
    () => breakLinkNow('half-open'),
    () => breakLinkNow('closed'),
    () => {
      network = false;
      breakLinkNow(random.pick(['half-open', 'closed']));
      time.after(random.integer(100, 20_000), () => {
        network = true;
      });
    },
    () => stopRenewals(),
    takeOver,
  ];

  connectLater();
  time.every(PING_EVERY_MS, () => cloud && toDevice({ type: 'ping' }));
  time.every(LOOK_EVERY_MS, look);
  time.after(1_000, begin);
  time.after(1_300 + random.integer(0, 4_000), () => random.pick(FAULTS)());
  if (random.next() < 0.5) time.after(1_300 + random.integer(0, 12_000), () => random.pick(FAULTS)());
  time.advance(130_000);
  return violations;
}

const LOOK_EVERY_MS = 20;
