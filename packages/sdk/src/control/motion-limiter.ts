import {
  exceedsLimits,
  FULL_WINDOW,
  isLimitableCall,
  type LimitedCall,
  type LimitedDevice,
  limitCall,
  limitWholeScript,
  type MotionLimits,
  NO_LIMITS,
  type ScriptPoint,
} from '@tactus/motion';
import { DeviceMode, isJsonObject } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { DeviceError } from '../errors.ts';
import { movementParametersOf } from '../position/movement.ts';
import { recentScriptPoints } from '../scripts/seen-scripts.ts';
import { slidersOf } from '../state/capability.ts';
import type { DeviceState } from '../state/device-state.ts';
import { createRunningSpeed } from './running-speed.ts';
import { createSlowStart } from './slow-start.ts';

/** The user's limits on the device, applied last before the wire. */
export interface MotionLimiter {
  current(): MotionLimits;
  /**
   * Changes some of them. They apply to later commands, and to a running speed of this program at once or when the device can be reached; `onChange` is
   * called. Throws 'bad-input' for invalid values.
   */
  set(changes: Partial<MotionLimits>): void;
  /** Whether a requested speed is rising in a slow start: it is sent again by itself. */
  isRising(): boolean;
  /** A call's input under the limits. Throws 'bad-input' for a call that they cannot be applied to. */
  apply(call: ClientCallName, input: unknown): unknown;
  /** The call of the last `apply` was refused before it was sent: the device has what it had before. */
  takeBack(): void;
  /** A call was sent, with a requested input; `answered` settles with its answer. */
  sent(call: ClientCallName, input: unknown, answered: Promise<unknown>): void;
  /** A call was answered. */
  answered(call: ClientCallName): void;
  /** Call it at every change of the state. */
  watch(): void;
  /** The zone that alternating motion needs before it starts: it moves between the ends that the device has. */
  zoneBeforeStart(): unknown;
  /** Whether alternating motion in the whole set stroke would leave the allowed stroke. */
  leavesStroke(): boolean;
  /** Where a direct move to a share of the set stroke ends under the limits, 0..1 of that stroke. */
  limitedShare(share: number): number;
  /** Whether the points that the device has exceed the limits; unknown ones do at more than the rate `ofUnknown`, default 0. */
  isExceeded(ofUnknown?: number): boolean;
  /** Whether what the player has is of this program. */
  hasContent(): boolean;
  /** The points of a whole script under the limits, to be uploaded in place of it. */
  holdScript(points: readonly ScriptPoint[]): readonly ScriptPoint[];
  /** The device is stopped: no speed is sent by itself any more, and its next motion is a start. */
  stopped(): void;
  /** The device is another one, or has restarted: it has no zone and no points of this program. */
  forget(): void;
}

/** How many limited scripts are stored: as many as there are scripts stored by their address. */
const HELD_MAX = 8;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Starts without limits. `resend` sends again a speed that a slow start lowered, or that exceeds a lowered limit; it records failures itself.
 */
export function createMotionLimiter(parts: {
  readonly time: Pick<Time, 'monotonic' | 'after'>;
  readonly state: () => DeviceState;
  /** The predicted position of the slider, absolute mm. */
  readonly positionMm: () => number | undefined;
  readonly resend: (call: ClientCallName, input: unknown) => Promise<unknown>;
  /** Called after every change, with whether one became lower that the points in the device exceed now. */
  readonly onChange: (isExceeded: boolean) => void;
}): MotionLimiter {
  const { time, state, resend } = parts;
  let limits = NO_LIMITS;
  /** Whole scripts that were limited here, the newest last. */
  const begunSlowly: { readonly points: readonly ScriptPoint[]; readonly rampMs: number }[] = [];
  let stream: LimitedCall['stream'];
  /** What was set up without limits: it is read once there are some. */
  let unread: Fields | undefined;
  let before = [stream, unread] as const;
  /** The requested zone of alternating motion, and whether the device has a smaller one. */
  let zone: unknown = FULL_WINDOW;
  let isZoneNarrowed = false;
  const ramp = createSlowStart({ time, state, limits: () => limits, resend });
  const running = createRunningSpeed({
    ...{ time, state, resend, isRising: ramp.isRising },
    exceeds: (call, input) => !isSame(limitCall(call, { ...input }, device(), limits, undefined).input, input),
  });

  function device(): LimitedDevice {
    const now = state();
    // A device that may have a slider is limited as the first model.
    return {
      movement: movementParametersOf(now, slidersOf(now) !== 0),
      stroke: now.slider,
      positionMm: parts.positionMm(),
    };
  }

  function leavesStroke(): boolean {
    const { slider } = state();
    return slider.min < limits.stroke.min || slider.max > limits.stroke.max;
  }

  /** Whether a script already has the current slow start: another one would slow it twice. */
  function hasSlowStart({ actions }: ReadScript): boolean {
    return begunSlowly.some(({ points, rampMs }) => rampMs >= limits.rampMs && isSame(actionsOf(points), actions));
  }

  /** Reads the demand of a script that was set up without limits, if its points are known by now. */
  function readScriptInDevice(): void {
    const script = unread && (unread['actions'] ? unread : readScript('hssp.setup', unread));
    if (!script || limits === NO_LIMITS) return;
    const known = limitCall('hssp.setup', script, device(), NO_LIMITS, stream).stream;
    stream = known && { ...known, demand: known.demand ?? known.script };
    unread = undefined;
  }

  const isExceeded = (ofUnknown = 0) => exceedsLimits(device(), limits, stream, ofUnknown);

  return {
    current: () => limits,
    isExceeded,
    leavesStroke,
    set(changes) {
      const next = { ...limits, ...changes };
      const problem = problemOf(next);
      if (problem) throw new DeviceError('bad-input', problem);
      const isLower = isAnyLower(next, limits);
      const isSlower = next.maxSpeedMmS < limits.maxSpeedMmS || next.maxAmplitude < limits.maxAmplitude;
      // Scripts that are not read here pass again once nothing is limited any more.
      limits = isSame(next, NO_LIMITS) ? NO_LIMITS : next;
      readScriptInDevice();
      ramp.limitsChanged();
      if (isSlower) running.lowered();
      parts.onChange(isLower && isExceeded());
    },
    isRising: ramp.isRising,
    apply(call, input) {
      before = [stream, unread];
      if (!isJsonObject(input)) {
        ramp.requested(call, input, input, false);
        return input;
      }
      if (call === 'hamp.stroke') zone = input;
      const now = device();
      const isFree = limits === NO_LIMITS;
      if (call.endsWith('.resume') && isExceeded(1))
        throw new DeviceError('bad-input', 'These points are too fast: play them anew');
      const isSetup = call.endsWith('.setup');
      // A whole script takes a while to limit. One that was set up without limits is later played at its own speed at most.
      const read = isFree && isSetup ? { actions: undefined } : readScript(call, input);
      // A script that was uploaded under these limits is already reversed.
      const rules = read ? { ...limits, reversed: false, ...(hasSlowStart(read) ? { rampMs: 0 } : {}) } : limits;
      const whole = limitCall(call, read ?? input, now, rules, stream);
      const risen = ramp.risen(call, input, whole.input);
      const limited = risen < 1 ? limitCall(call, read ?? input, { ...now, risen }, rules, stream) : whole;
      if (!isFree && !isLimitableCall(call, input) && !(read && isSame(limited.input, read)))
        throw new DeviceError('bad-input', 'A script that is not read here has no limits');
      // Without limits too: the points are still in the player when limits are set later.
      stream = limited.stream;
      if (isSetup) unread = isFree ? input : undefined;
      ramp.requested(call, input, limited.input, !isSame(limited.input, whole.input));
      return isFree || read ? input : limited.input;
    },
    limitedShare(share) {
      const { xp } = limitCall('hdsp.xpt', { xp: share }, device(), limits, undefined).input;
      return typeof xp === 'number' ? xp : share;
    },
    takeBack() {
      [stream, unread] = before;
    },
    sent: running.sent,
    answered(call) {
      if (call === 'hamp.stroke') isZoneNarrowed = leavesStroke();
    },
    watch: running.watch,
    zoneBeforeStart: () => (isZoneNarrowed || leavesStroke() ? zone : undefined),
    hasContent() {
      const { mode, hssp } = state();
      // A script that was set up without limits has unknown points.
      return mode === DeviceMode.HSSP ? hssp.internalState === 'SCRIPT_SET' : stream?.demand !== undefined;
    },
    holdScript(points) {
      if (limits === NO_LIMITS) return points;
      const held = limitWholeScript(points, device(), limits);
      begunSlowly.push({ points: held, rampMs: limits.rampMs });
      if (begunSlowly.length > HELD_MAX) begunSlowly.shift();
      return held;
    },
    stopped() {
      ramp.end();
      running.forget();
    },
    forget() {
      running.forget();
      zone = FULL_WINDOW;
      isZoneNarrowed = false;
      stream = undefined;
      unread = undefined;
    },
  };
}

/** A script as a call with its content. */
interface ReadScript extends Fields {
  readonly actions: readonly { readonly at: number; readonly pos: number }[] | undefined;
}

/** A script by its address as `actions`, if its content was read here. */
function readScript(call: ClientCallName, { url }: Fields): ReadScript | undefined {
  const points = call === 'hssp.setup' && typeof url === 'string' ? recentScriptPoints(url) : undefined;
  return points && { actions: actionsOf(points) };
}

const actionsOf = (points: readonly ScriptPoint[]) => points.map(({ t, x }) => ({ at: t, pos: x }));

/** Whether a limit of points is lower than before. */
const isAnyLower = (next: MotionLimits, { maxSpeedMmS, maxAccelerationMmS2, stroke: { min, max } }: MotionLimits) =>
  next.maxSpeedMmS < maxSpeedMmS ||
  next.maxAccelerationMmS2 < maxAccelerationMmS2 ||
  next.stroke.min > min ||
  next.stroke.max < max;

function problemOf({ maxSpeedMmS, maxAccelerationMmS2, stroke, rampMs, maxAmplitude }: MotionLimits) {
  if (!(maxSpeedMmS > 0)) return 'The speed limit must be above 0';
  if (!(maxAccelerationMmS2 > 0)) return 'The acceleration limit must be above 0';
  if (!(stroke.min >= 0 && stroke.min <= stroke.max && stroke.max <= 1))
    return 'The stroke limit must be between 0 and 1, its minimum first';
  if (!(rampMs >= 0)) return 'The ramp must be 0 or more';
  if (!(maxAmplitude >= 0 && maxAmplitude <= 1)) return 'The amplitude limit must be between 0 and 1';
  return undefined;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
