import type { MotionLimits } from '@tactus/motion';
import { HampPlayState } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { isTransient } from '../client/retry-with-backoff.ts';
import { startsMotion } from '../commands/motion-calls.ts';
import { isMoving } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** Nothing has moved for so long: the next motion begins slowly again, ms. */
const REST_MS = 2000;
/** Between two steps of a speed that holds by itself: two a second (decisions.md 36), and twenty in all at the most. */
const STEP_MS = 500;
const STEPS_MAX = 20;
/** After a speed that did not arrive, ms. */
const RETRY_MS = 1000;
/** A speed that could not be sent for longer is not taken up any more: nobody expects the device to become faster then. */
const TAKE_UP_WITHIN_MS = 60_000;

/** How much a reported speed may differ from the one that was sent, a share 0..1. */
const TOLERANCE = 0.005;

/** Calls whose speed holds until the next one: it has to be sent again as it may rise. */
type HeldCall = 'hamp.velocity' | 'hvp.setState';
/** The speed that is reported of a held call's motion, a share 0..1; undefined while that does not go on. */
const reportedBy: { readonly [N in HeldCall]: (state: DeviceState) => number | undefined } = {
  'hamp.velocity': ({ hamp }) => (hamp.play_state === HampPlayState.PLAYING ? hamp.velocity : undefined),
  'hvp.setState': ({ hvp }) => (hvp.enabled ? hvp.amplitude : undefined),
};
const SPEED_FIELDS = { 'hamp.velocity': 'velocity', 'hvp.setState': 'amplitude' } as const;
const STATE_CALLS = { 'hamp.velocity': 'hamp.state', 'hvp.setState': 'hvp.state' } as const;
const isHeldCall = (call: ClientCallName): call is HeldCall => call in reportedBy;
/** A motion of another kind, and a stop, end what a held call began. */
const endsHeld = (call: ClientCallName, held: HeldCall): boolean =>
  call.endsWith('.stop') || (startsMotion(call) && groupOf(call) !== groupOf(held));
const groupOf = (call: ClientCallName) => call.split('.', 1)[0];

/** A speed that is to rise. */
interface Held {
  readonly input: unknown;
  /** Speeds between which the device is while nobody else set another one: what was sent, what is wanted. */
  readonly speeds: readonly number[];
  /** What it reported when that was sent, and may report for a while yet. */
  readonly before: readonly number[];
}

/** The straight line along which a held call's speed rises: from where it was as the speed was chosen, to be there as the ramp ends. */
interface Line {
  readonly fromMs: number;
  readonly from: number;
}

/** The time in which nothing can be sent. */
interface Outage {
  sinceMs: number;
  /** How far the ramp had come before, ms: it goes on from there. */
  readonly rampedMs: number;
}

/**
 * "Slow start" of the settings for what moves as it is told: alternating motion, vibration, direct moves. How long it takes is
 * `rampMs` of the motion limits. Points of scripts and streams rise in `limitPoints` of `@tactus/motion`; the ramp of a page that
 * starts the device (Manual, remote) is the page's own.
 */
export interface SlowStart {
  /** How much there is to be of the speed of a call, 0..1; `whole` is its input under all other limits. */
  risen(call: ClientCallName, input: unknown, whole: unknown): number;
  /** Takes note of what was asked, what is sent of that, and whether the ramp keeps it lower for now. */
  requested(call: ClientCallName, input: unknown, sent: unknown, isLowered: boolean): void;
  /** Whether a speed is on its way up. */
  isRising(): boolean;
  /** Sends a speed that is on its way up under the limits that hold now. */
  limitsChanged(): void;
  /** Whatever was to rise is not sent any more, and the next motion is a start. */
  end(): void;
}

/** A ramp of `rampMs` for one device; `resend` asks anew for what was lowered, or for the state, and rejects where that did not arrive. */
export function createSlowStart(parts: {
  readonly time: Pick<Time, 'monotonic' | 'after'>;
  readonly state: () => DeviceState;
  readonly limits: () => MotionLimits;
  readonly resend: (call: HeldCall | (typeof STATE_CALLS)[HeldCall], input: unknown) => Promise<unknown>;
}): SlowStart {
  const { time, state, limits, resend } = parts;
  const held = new Map<HeldCall, Held>();
  const lines = new Map<HeldCall, Line>();
  /** What was last sent in this motion: nobody's hand makes it jump up from there while the ramp lasts. */
  const lastSent = new Map<HeldCall, number>();
  let beganMs: number | undefined;
  let movedMs = -Infinity;
  let cancelTimer: Undo | undefined;
  /** Rises with every speed that a person asks for and with the end: what failed before is of no use any more. */
  let requests = 0;
  /** Set while a speed does not arrive, or the device is away: the motion that is known is read before the next speed. */
  let outage: Outage | undefined;

  const rampedMs = () => outage?.rampedMs ?? (beganMs === undefined ? 0 : time.monotonic() - beganMs);

  /** How much of the ramp is over, 0..1; 1 where no slow start is wanted. */
  function over(): number {
    const { rampMs } = limits();
    if (rampMs === 0) return 1;
    const nowMs = time.monotonic();
    if (isMoving(state())) {
      movedMs = nowMs;
      // It was set in motion before anybody wanted a slow start, or by somebody else.
      beganMs ??= nowMs - (outage?.rampedMs ?? rampMs);
    } else if (nowMs - movedMs > REST_MS) beganMs = undefined;
    return beganMs === undefined ? 0 : Math.min(1, rampedMs() / rampMs);
  }

  function risen(call: ClientCallName, input: unknown, whole: unknown): number {
    const share = over();
    if (share >= 1 || !isHeldCall(call)) return call.startsWith('hdsp.') ? share : 1;
    const [wanted = 0] = speedIn(call, whole);
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
      if (isRead) await resend(STATE_CALLS[call], {});
      if (mine !== requests) return;
      endOutage();
      if (!isOurs(call, isRead ? speed.speeds : speed.speeds.concat(speed.before))) return drop(call);
      await resend(call, speed.input);
      // Only once it is answered: what has not arrived is known to be that one step.
      if (mine === requests && held.has(call)) waitForStep();
    } catch (thrown) {
      if (mine !== requests) return;
      const error = toDeviceError(thrown);
      if (error.code !== 'not-connected' && !isTransient(error)) return drop(call);
      held.set(call, speed);
      waitForDevice(reachedMs);
    }
  }

  /** Whether the motion goes on, and nobody else set another speed. */
  function isOurs(call: HeldCall, speeds: readonly number[]): boolean {
    const reported = reportedBy[call](state());
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
      if (startsMotion(call)) {
        const nowMs = time.monotonic();
        beganMs ??= nowMs;
        movedMs = Math.max(movedMs, nowMs + timeOf(input));
      }
      if (!isHeldCall(call)) return;
      const [speed] = speedIn(call, sent);
      if (speed !== undefined) lastSent.set(call, speed);
      const last = held.get(call);
      const isStep = last?.input === input;
      if (!isStep) requests += 1;
      if (!isLowered) return drop(call);
      const before = [reportedBy[call](state()) ?? []].flat();
      // It is not known whether what a person asks for now arrives, nor what was asked for in an outage.
      const others = isStep ? [] : before.concat((outage && last?.speeds) ?? []);
      held.set(call, { input, speeds: others.concat(speedIn(call, sent), speedIn(call, input)), before });
      if (isStep) return;
      // What is asked for now has a minute of its own.
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

/** The speed that a held call asks for, if any. */
function speedIn(call: HeldCall, input: unknown): readonly number[] {
  const speed: unknown = Object(input)[SPEED_FIELDS[call]]; // An input is an object by the contract.
  return typeof speed === 'number' ? [speed] : [];
}

/** How long a direct move is under way, ms; 0 where it does not say. */
function timeOf(input: unknown): number {
  const { t } = Object(input) as { t?: unknown }; // An input is an object by the contract.
  return typeof t === 'number' ? t : 0;
}
