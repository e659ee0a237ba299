/** A model of one device, its link, a cloud that dies and restarts, and clients that drive, in virtual time by a seed. */
import { LINK_GRACE_MS } from '@tactus/protocol';
import { createRandom, type Undo } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { brokenPromises } from './broken-promises.ts';
import { createDeviceEnd } from './device-end.ts';
import { type Cloud, LEASES, type Message, newCloud, type UnattendedRules, WAY_MAX_MS } from './unattended-model.ts';

const LINK_SILENCE_MS = 30_000;
const PING_EVERY_MS = 200;
const CLOSING_MS = 1_000;
const BACK_MS = [200, 1_000, 5_000, 60_000, Number.POSITIVE_INFINITY] as const;
const never: Undo = () => undefined;
/** Between two checks of the promises, ms. */
const CHECK_EVERY_MS = 20;

/** Runs one seed for two minutes and returns the broken promises. */
export function runUnattended(seed: number, rules: UnattendedRules): readonly string[] {
  const time = createFakeTime(0);
  const random = createRandom(seed);
  const nowMs = () => time.monotonic();
  const violations: string[] = [];
  // A program from before holds existed; and one that begins a new session after every cut, as a bridge does.
  const isOldProgram = random.next() < 0.4;
  const resumes = random.next() < 0.7;

  let cloud: Cloud | undefined = newCloud(false);
  const stored = { isDriven: false };
  let sessions = 0;
  let link: 'open' | 'half-open' | 'closed' = 'closed';
  let connection = 0;
  let connectedAtMs = 0;
  let network = true;

  const end = createDeviceEnd({
    ...{ time, rules, isOldProgram, resumes, violations },
    isKnown: (session) => link === 'open' && nowMs() - connectedAtMs > 4 * WAY_MAX_MS && cloud?.session === session,
    confirmStop: () => toCloud(stopConfirmed),
    confirmTakeOver: () => toCloud(takenOver),
  });
  const { device } = end;

  // The link. Frames in transit when it ends do not arrive.
  const wayMs = () => random.integer(1, WAY_MAX_MS);
  let lastArrivalMs = 0;
  function toDevice(message: Message): void {
    if (link !== 'open') return;
    const of = connection;
    lastArrivalMs = Math.max(lastArrivalMs, nowMs() + wayMs());
    time.after(lastArrivalMs - nowMs(), () => of === connection && link === 'open' && end.receive(message));
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
    end.close();
    const at = cloud;
    if (at) at.stopGrace = time.after(LINK_GRACE_MS, () => endSession(at));
    connectLater();
  }

  function endSession(of: Cloud): void {
    of.session = undefined;
    of.hold = 'none';
  }

  function lift(of: Cloud): void {
    if (of.hold === 'sent') of.hold = 'lifted';
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
    const order = rules.actionOnConnect({ resumed, namesSession: device.session !== undefined, isDriven, owesRest });
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

  /** The owner's command is confirmed as executed. */
  function takenOver(of: Cloud): void {
    notDriven(of);
    if (rules.liftsForOwner && of.hold !== 'none') lift(of);
  }

  /** No hold covers the motion any more. */
  function notDriven(of: Cloud): void {
    of.isDriven = false;
    stored.isDriven = false;
  }

  function renew(of: Cloud, by: 'guest' | 'lease'): void {
    of.lease?.cancelTimer();
    const cancelTimer = time.after(LEASES[by].ttlMs, () => {
      of.lease = undefined;
      if (cloud === of) toDevice({ type: 'stop' });
    });
    of.lease = { by, cancelTimer };
    of.isDriven = true;
    of.hold = 'sent';
    if (rules.storesDriven) stored.isDriven = true;
    toDevice({ type: 'hold', hold: rules.linkHoldOfLease(LEASES[by]) });
  }

  function endCloud(how: 'killed' | 'terminated'): void {
    const of = cloud;
    if (!of) return;
    const gone = () => {
      if (cloud !== of) return;
      cloud = undefined;
      of.lease?.cancelTimer();
      of.stopGrace();
      if (link === 'open') breakLink('closed');
    };
    if (how === 'killed') gone();
    else {
      of.lease?.cancelTimer();
      of.lease = undefined;
      if (rules.stopsAtClose && of.isDriven) toDevice({ type: 'stop' });
      closingUntilMs = nowMs() + CLOSING_MS;
      time.after(rules.stopsAtClose && of.isDriven ? CLOSING_MS : 0, gone);
    }
    const backMs = random.pick(BACK_MS);
    if (Number.isFinite(backMs))
      time.after(CLOSING_MS + backMs, () => {
        const { isDriven } = stored;
        cloud ??= newCloud(isDriven);
      });
  }
  let closingUntilMs = Number.NEGATIVE_INFINITY;

  // The client that drives. It does not drive again after it has lost a hold: later motion is the device's own.
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
    of.lease.cancelTimer();
    of.lease = undefined;
    toDevice({ type: 'start', by: 'owner', motion: 'endless' });
    if (rules.liftsForOwner) lift(of);
  }

  // The promises, checked again and again.
  function check(): void {
    const broken = brokenPromises(device, {
      ...{ nowMs: nowMs(), isOldProgram, connectedAtMs, isLinked: link === 'open' },
      hasJustClosed: wasWell && nowMs() > closingUntilMs && nowMs() < closingUntilMs + CHECK_EVERY_MS,
    });
    for (const what of broken) violations.push(`${nowMs()}: ${device.by}'s motion ${what}`);
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
  time.every(CHECK_EVERY_MS, check);
  time.after(1_000, begin);
  time.after(1_300 + random.integer(0, 4_000), () => random.pick(FAULTS)());
  if (random.next() < 0.5) time.after(1_300 + random.integer(0, 12_000), () => random.pick(FAULTS)());
  time.advance(130_000);
  return violations;
}
