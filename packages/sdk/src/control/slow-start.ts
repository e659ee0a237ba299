import type { MotionLimits } from '@tactus/motion';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransientError } from '../client/retry-with-backoff.ts';
import { canStartMotion, isModeStopCall } from '../commands/motion-calls.ts';
import { isModeMoving } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';
import { type HeldCall, heldSpeedInput, isHeldCall, STATE_CALLS, speedOfInput, stateAsRead } from './running-speed.ts';

/** After this time without motion the next motion begins slowly again, ms. */
export const SLOW_START_REST_MS = 2000;
/** Between two steps of a speed that holds by itself: two a second, because of the request budget, and at most twenty. */
const STEP_MS = 500;
const STEPS_MAX = 20;
/** The wait after a speed that did not arrive, ms. */
const RETRY_MS = 1000;
/** A speed that could not be sent for longer is dropped: a late increase would surprise the user. */
const TAKE_UP_WITHIN_MS = 60_000;

/** How much a reported speed may differ from the one that was sent, a share 0..1. */
const TOLERANCE = 0.005;

/** Whether a call ends the motion of a held call: a motion of another kind, and a stop. */
const endsHeld = (call: ClientCallName, held: HeldCall): boolean =>
  isModeStopCall(call) || (canStartMotion(call) && groupOf(call) !== groupOf(held));
const groupOf = (call: ClientCallName) => call.split('.', 1)[0];

/** A speed that is rising. */
interface Held {
  readonly input: unknown;
  /** The speeds that our own commands may have given the device: the one that was sent, and the one that was requested. */
  readonly speeds: readonly number[];
  /** The speeds that it reported before, and may report for a while yet. */
  readonly before: readonly number[];
}

/** The line along which a held call's speed rises: from the speed at the request to the requested one at the ramp's end. */
interface Line {
  readonly fromMs: number;
  readonly from: number;
}

/** A time in which nothing can be sent. */
interface Outage {
  sinceMs: number;
  /** How far the ramp had come before, ms: it continues from there. */
  readonly rampedMs: number;
}

/**
 * The "slow start" of the settings for motion by commands: alternating motion, vibration, direct moves. Its length is
 * `rampMs` of the motion limits. Points of scripts and streams rise in `limitPoints` of `@tactus/motion`; a page that
 * starts the device (Manual, remote) has a ramp of its own.
 */
export interface SlowStart {
  /** The current share of a call's speed, 0..1; `whole` is its input under all other limits. */
  risen(call: ClientCallName, input: unknown, whole: unknown): number;
  /** Registers a requested input, the sent one, and whether the ramp has lowered it. */
  requested(call: ClientCallName, input: unknown, sent: unknown, isLowered: boolean): void;
  /** Whether a speed is rising. */
  isRising(): boolean;
  /** Sends a rising speed under the current limits. */
  limitsChanged(): void;
  /** Ends all rising speeds, and the next motion is a start. */
  end(): void;
}

/** A ramp of `rampMs` for one device; `resend` sends a lowered call again, or reads the state, and rejects on failure. */
export function createSlowStart(parts: {
  readonly time: Pick<Time, 'monotonic' | 'after'>;
  readonly state: () => DeviceState;
  readonly limits: () => MotionLimits;
  readonly resend: (call: HeldCall | (typeof STATE_CALLS)[HeldCall], input: unknown) => Promise<unknown>;
}): SlowStart {
  const { time, state, limits, resend } = parts;
  const held = new Map<HeldCall, Held>();
  const lines = new Map<HeldCall, Line>();
  /** The last sent speeds of this motion: no new request jumps up from there during the ramp. */
  const lastSent = new Map<HeldCall, number>();
  let beganMs: number | undefined;
  let movedMs = -Infinity;
  let cancelTimer: Undo | undefined;
  /** Rises with every requested speed and with the end: earlier failures are irrelevant then. */
  let requests = 0;
  /** Set while a speed does not arrive, or the device is away: its motion is read before the next speed. */
  let outage: Outage | undefined;

  const rampedMs = () => outage?.rampedMs ?? (beganMs === undefined ? 0 : time.monotonic() - beganMs);

  /** The share of the ramp that is over, 0..1; 1 without a slow start. */
  function over(): number {
    const { rampMs } = limits();
    if (rampMs === 0) return 1;
    const nowMs = time.monotonic();
    if (isModeMoving(state())) {
      movedMs = nowMs;
      // The motion began before the slow start was switched on, or by another client.
      beganMs ??= nowMs - (outage?.rampedMs ?? rampMs);
    } else if (nowMs - movedMs > SLOW_START_REST_MS) beganMs = undefined;
    return beganMs === undefined ? 0 : Math.min(1, rampedMs() / rampMs);
  }

  function risen(call: ClientCallName, input: unknown, whole: unknown): number {
    const share = over();
    if (share >= 1 || !isHeldCall(call)) return call.startsWith('hdsp.') ? share : 1;
    const [wanted = 0] = speedIn(whole);
    if (wanted === 0) return 1;
    const { rampMs } = limits();
    const nowMs = share * rampMs;
    if (held.get(call)?.input !== input)
      lines.set(call, { fromMs: nowMs, from: Math.min(lastSent.get(call) ?? 0, wanted * share) });
    const { fromMs, from } = lines.get(call) ?? { fromMs: 0, from: 0 };
    const along = from + ((wanted - from) * (nowMs - fromMs)) / (rampMs - fromMs);
    return Math.min(along / wanted, share);
  }

  function wait(waitMs: number): void {
    cancelTimer ??= time.after(waitMs, () => {
      cancelTimer = undefined;
      const { connected, sseConnected } = state();
      if (connected && sseConnected) for (const [call, speed] of [...held]) void rise(call, speed);
      else waitForDevice(rampedMs());
    });
  }

  function waitForStep(): void {
    if (beganMs === undefined) return;
    const { rampMs } = limits();
    wait(Math.min(Math.max(0, rampMs - rampedMs()), Math.max(STEP_MS, rampMs / STEPS_MAX)));
  }

  function waitForDevice(reachedMs: number): void {
    outage ??= { sinceMs: time.monotonic(), rampedMs: reachedMs };
    if (time.monotonic() - outage.sinceMs < TAKE_UP_WITHIN_MS) wait(RETRY_MS);
    else for (const call of [...held.keys()]) drop(call);
  }

  function endOutage(): void {
    if (outage) beganMs = time.monotonic() - outage.rampedMs;
    outage = undefined;
  }

  async function rise(call: HeldCall, speed: Held): Promise<void> {
    const mine = requests;
    const reachedMs = rampedMs();
    try {
      const isRead = outage !== undefined;
      const answer = isRead && (await resend(STATE_CALLS[call], {}));
      if (mine !== requests) return;
      endOutage();
      const speeds = isRead ? speed.speeds : speed.speeds.concat(speed.before);
      if (!isOurs(call, speeds) || (isRead && !isOurs(call, speeds, stateAsRead(state(), answer)))) return drop(call);
      await resend(call, speed.input);
      // Only now that the step is answered: while it is not, the speed of the device is not known.
      if (mine === requests && held.has(call)) waitForStep();
    } catch (thrown) {
      if (mine !== requests) return;
      const error = toDeviceError(thrown);
      if (error.code !== 'not-connected' && !isTransientError(error)) return drop(call);
      held.set(call, speed);
      waitForDevice(reachedMs);
    }
  }

  /** Whether the motion goes on without another client's speed. */
  function isOurs(call: HeldCall, speeds: readonly number[], now = state()): boolean {
    const [reported] = speedIn(heldSpeedInput(call, now));
    if (reported === undefined) return false;
    return reported >= Math.min(...speeds) - TOLERANCE && reported <= Math.max(...speeds) + TOLERANCE;
  }

  function drop(call: HeldCall): void {
    held.delete(call);
    if (held.size > 0) return;
    cancelTimer?.();
    cancelTimer = undefined;
    endOutage();
  }

  function forget(call: HeldCall): void {
    lastSent.delete(call);
    drop(call);
  }

  return {
    risen,
    requested(call, input, sent, isLowered) {
      for (const other of [...lastSent.keys()]) if (endsHeld(call, other)) forget(other);
      if (limits().rampMs === 0) return;
      if (canStartMotion(call)) {
        const nowMs = time.monotonic();
        beganMs ??= nowMs;
        movedMs = Math.max(movedMs, nowMs + timeOf(input));
      }
      if (!isHeldCall(call)) return;
      const [speed] = speedIn(sent);
      if (speed !== undefined) lastSent.set(call, speed);
      const last = held.get(call);
      const isStep = last?.input === input;
      if (!isStep) requests += 1;
      if (!isLowered) return drop(call);
      const before = speedIn(heldSpeedInput(call, state()));
      // It is not known whether the new request will arrive, nor whether the one in an outage did.
      const others = isStep ? [] : before.concat((outage && last?.speeds) ?? []);
      held.set(call, { input, speeds: others.concat(speedIn(sent), speedIn(input)), before });
      if (isStep) return;
      // The new request may be sent again for a minute of its own.
      if (outage) outage.sinceMs = time.monotonic();
      else waitForStep();
    },
    isRising: () => held.size > 0,
    limitsChanged() {
      if (held.size === 0 || outage) return;
      cancelTimer?.();
      cancelTimer = undefined;
      wait(0);
    },
    end() {
      requests += 1;
      for (const call of [...lastSent.keys()]) forget(call);
      beganMs = undefined;
      movedMs = -Infinity;
    },
  };
}

/** The speed of a held call's input, if any. */
function speedIn(input: unknown): readonly number[] {
  const speed = speedOfInput(input);
  return speed === undefined ? [] : [speed];
}

/** The duration of a direct move, ms; 0 without one. */
function timeOf(input: unknown): number {
  const { t } = Object(input) as { t?: unknown }; // An input is an object by the contract.
  return typeof t === 'number' ? t : 0;
}
