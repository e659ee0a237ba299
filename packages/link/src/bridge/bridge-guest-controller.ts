import {
  applyNarrowerLimits,
  brakeToStandstill,
  FULL_WINDOW,
  type GuestLimits,
  type GuestMotionState,
  limitBridgedCall,
  mustRestBeforeCall,
  NEW_GUEST_MOTION,
  neededReadings,
  stoppedGuestMotion,
} from '@tactus/motion';
import {
  type CallName,
  type DeviceCallName,
  DeviceMode,
  DeviceRefusal,
  errorKinds,
  type GuestMode,
  HampPlayState,
  isHspPlaying,
} from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { BridgeClock } from './bridge-clock.ts';
import type { BridgeReadCache } from './bridge-read-cache.ts';
import type { BridgeTarget, BridgeTargetFacts } from './bridge-target.ts';
import { watchOwnerCalls } from './owner-call-watch.ts';
import { readDeviceForGuestCall } from './read-device-for-guest-call.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Executes guests' commands on a device in another cloud, within the owner's limits. */
export interface BridgeGuestController {
  /** Whether anything that guests set in motion may still move. */
  moves(): boolean;
  /** Executes a call in a mode. Rejects with `DeviceRefusal`. */
  execute(name: DeviceCallName, input: Fields, mode: GuestMode): Promise<unknown>;
  /** Makes a call as the bridge's own; rejects as the target does. */
  send(name: DeviceCallName, input: Fields): Promise<unknown>;
  /** Any client's Stop. Rejects with `DeviceRefusal` where the device does not confirm it; retries go on all the same. */
  stop(): Promise<void>;
  /** Stops motion that guests started, if any; waiting commands are not executed. */
  halt(): void;
  /** The limits or the owner's stroke window have changed: applies them to the present motion, or stops it. */
  renew(): void;
  close(): void;
}

interface BridgeGuestParts {
  readonly target: BridgeTarget;
  /** Whether the target still controls our device: a target that has switched to another one gets no commands. */
  readonly isOurs: () => boolean;
  readonly reads: () => BridgeReadCache;
  readonly clock: BridgeClock;
  readonly time: Time;
  readonly limits: () => GuestLimits | undefined;
  /** The owner drives or has stopped the device: guests have to wait. */
  readonly onOwner: () => void;
}

/** For this long after a command of the owner, no command of a guest is executed. */
const QUIET_MS = 1_000;

/** Returns a controller of guests' commands on one device; no guest drives it yet. */
export function createBridgeGuestController(parts: BridgeGuestParts): BridgeGuestController {
  const { target, time, clock } = parts;
  let plan: GuestMotionState = NEW_GUEST_MOTION;
  /** Rises with every Stop and with every command of the owner: commands that waited before are not executed after it. */
  let span = 0;
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  let running = 0;
  /** The ends that were set last, in which span and when; undefined if anything else may have changed them. */
  let zone: { readonly min: unknown; readonly max: unknown; readonly of: number; readonly atMs: number } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const owner = watchOwnerCalls({
    target,
    onStop: beQuiet,
    onStopElsewhere() {
      // One of our commands may reach the device after that tab's stop.
      halt();
      beQuiet();
    },
    onOwner(call) {
      quietUntilMs = time.monotonic() + QUIET_MS;
      span += 1;
      plan = { ...NEW_GUEST_MOTION, hasZone: plan.hasZone };
      if (call === 'hamp.start') resetZone();
      parts.onOwner();
    },
  });

  function beQuiet(): void {
    stopped();
    quietUntilMs = time.monotonic() + QUIET_MS;
  }

  function stopped(): void {
    span += 1;
    plan = stoppedGuestMotion(plan);
  }

  // The general signature of a device takes every call by its name, with its own input.
  const call = target.call as (name: CallName, input: Fields) => PromiseLike<unknown>;
  const send = (name: DeviceCallName, input: Fields) => owner.ours(name, () => call(name, input));

  /** Sets the ends of alternating motion, unless they have just been set: a home sets them before each start. */
  async function setZone(ends: Fields, of: number): Promise<unknown> {
    const { min, max } = ends;
    const isFresh = zone?.of === of && time.monotonic() - zone.atMs < ZONE_STANDS_MS;
    if (isFresh && zone?.min === min && zone?.max === max) return target.store.getState().hamp;
    zone = undefined;
    const response = await send('hamp.stroke', ends);
    zone = { min, max, of, atMs: time.monotonic() };
    return response;
  }

  /** Gives the ends of alternating motion back to the owner. The next start for a guest sets them again. */
  function openZone(): Promise<unknown> {
    zone = undefined;
    plan = { ...plan, hasZone: false };
    return send('hamp.stroke', { ...FULL_WINDOW });
  }

  /** The same without waiting: an unreachable device has the guests' ends until the owner starts HAMP. */
  function resetZone(): void {
    if (plan.hasZone && parts.isOurs()) openZone().catch(() => undefined);
  }

  function requireTurn(of: number): void {
    if (span !== of || time.monotonic() < quietUntilMs) throw new DeviceRefusal(errorKinds.deviceDisabled);
    if (!parts.isOurs()) throw new DeviceRefusal(errorKinds.deviceNotConnected);
  }

  function allowed(mode: GuestMode): GuestLimits {
    const limits = parts.limits();
    if (!limits?.allow.includes(mode)) throw new DeviceRefusal(errorKinds.notAllowedInPublic);
    return limits;
  }

  const readState = (needsPlace: boolean) => readDeviceForGuestCall({ target, reads: parts.reads(), time }, needsPlace);

  const atRest = (of: number) =>
    brakeToStandstill({
      brake: () => send('info.setMode2', { mode: DeviceMode.IDLE }),
      async readDevice() {
        const device = await readState(true);
        requireTurn(of);
        return device;
      },
      waitMs: time.sleep,
    });

  async function executeNow(name: DeviceCallName, requested: Fields, mode: GuestMode, of: number): Promise<unknown> {
    requireTurn(of);
    // Full ends alone set nothing in motion, and each call that does sets the ends first.
    if (name === 'hamp.stroke' && !plan.moves && requested['min'] === 0 && requested['max'] === 1) return openZone();
    const { place } = neededReadings({ name, input: requested, limits: allowed(mode), plan });
    const device = await readState(place);
    requireTurn(of);
    const input = timed(requested, clock);
    const request = { name, input, plan, limits: allowed(mode), device };
    const answer = limitBridgedCall(mustRestBeforeCall(request) ? { ...request, device: await atRest(of) } : request);
    if ('refused' in answer) throw new DeviceRefusal(errorKinds.invalidParameter);
    plan = answer.plan;
    let result: unknown;
    for (const [step, { name: next, input: fields }] of answer.calls.entries()) {
      if (step > 0) requireTurn(of);
      const response = await (next === 'hamp.stroke' ? setZone(fields, of) : send(next, fields));
      if (step === answer.answer) result = response;
    }
    return result;
  }

  async function inTurn<R>(run: () => Promise<R>): Promise<R> {
    running += 1;
    const turn = last.then(run);
    last = turn.catch(() => undefined); // the caller receives the rejection
    try {
      return await turn;
    } finally {
      running -= 1;
    }
  }

  function stopTarget(): Promise<{ readonly outcome: 'confirmed' | 'could-not-send' }> {
    stopped();
    return owner.ourStop(() => target.stop());
  }

  function halt(): void {
    if (!parts.isOurs() || !(plan.moves || running > 0)) return;
    void stopTarget();
  }

  async function applyLimits(of: number): Promise<void> {
    const limits = parts.limits();
    if (!limits) return halt();
    const device = await readState(false);
    if (span !== of) return;
    const narrowing = applyNarrowerLimits(plan, limits, device);
    if (narrowing === 'stop') return halt();
    plan = narrowing.plan;
    for (const { name, input } of narrowing.calls) {
      if (span !== of) return;
      await send(name, input);
    }
  }

  return {
    send,
    halt,
    moves: () => plan.moves || running > 0,
    execute(name, input, mode) {
      const of = span;
      return inTurn(() => executeNow(name, input, mode, of));
    },
    async stop() {
      const isAtRest = !(plan.moves || running > 0) && !isMoving(target.store.getState());
      const stopping = stopTarget();
      // The device reports that it rests. The stop goes out all the same, and the caller need not wait for it.
      if (isAtRest) return;
      const { outcome } = await stopping;
      if (outcome !== 'confirmed') throw new DeviceRefusal(errorKinds.deviceTimeout);
    },
    renew() {
      zone = undefined;
      plan = { ...plan, stream: undefined };
      if (!plan.moves) return;
      if (!parts.limits()) return halt();
      const of = span;
      const { rtd, deviceRtd } = target.store.getState().clockSync;
      const withinMs = Math.min(NARROWED_AT_MOST_MS, NARROWED_WITHIN_MS + NARROWED_ROUND_TRIPS * (rtd + deviceRtd));
      const stopTimeout = time.after(withinMs, halt);
      inTurn(() => applyLimits(of))
        .catch(halt)
        .finally(stopTimeout);
    },
    close() {
      const isGoing = parts.isOurs() && (plan.moves || running > 0);
      if (isGoing) void stopTarget().then(resetZone);
      else resetZone();
      owner.close();
    },
  };
}

/** Ends that were set are not set again within this time. */
const ZONE_STANDS_MS = 3_000;

/** New limits apply within this time plus so many round trips to the device; else the device is stopped. */
const NARROWED_WITHIN_MS = 800;
const NARROWED_ROUND_TRIPS = 4;
const NARROWED_AT_MOST_MS = 2_500;

/** Whether a device reports motion. It never reports a direct move. */
function isMoving({ hamp, hvp, hsp }: BridgeTargetFacts): boolean {
  return hamp.play_state === HampPlayState.PLAYING || hvp.enabled || isHspPlaying(hsp);
}

/** Converts times of the home's clock to the clock of the device's cloud; without a measurement, to the current time. */
function timed(input: Fields, clock: BridgeClock): Fields {
  const { server_time, ...rest } = input;
  if (typeof server_time !== 'number') return input;
  const there = clock.there(server_time);
  return there === undefined ? rest : { ...rest, server_time: Math.round(there) };
}
