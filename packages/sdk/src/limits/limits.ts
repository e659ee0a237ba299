import {
  isLimitable,
  type LimitedDevice,
  type LimiterState,
  limitCall,
  type MotionLimits,
  NO_LIMITS,
} from '@tactus/motion';
import type { ClientCallName } from '../client/client.ts';
import { DeviceError } from '../errors.ts';

/** What the person allows the device to do, applied last before the wire. */
export interface Limits {
  current(): MotionLimits;
  /** Changes some of them. They hold for what is sent from then on. Throws 'bad-input' for values that make no sense. */
  set(changes: Partial<MotionLimits>): void;
  /** A call's input under the limits. Throws 'bad-input' for a call that they cannot be applied to. */
  apply(call: ClientCallName, input: unknown): unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Limits that begin with none. `device` tells what is known of the device now. */
export function createLimits(device: () => LimitedDevice): Limits {
  let limits = NO_LIMITS;
  let stream: LimiterState | undefined;

  return {
    current: () => limits,
    set(changes) {
      const next = { ...limits, ...changes };
      const problem = problemOf(next);
      if (problem) throw new DeviceError('bad-input', problem);
      limits = isNone(next) ? NO_LIMITS : next;
    },
    apply(call, input) {
      if (limits === NO_LIMITS || !isFields(input)) return input;
      if (!isLimitable(call, input))
        throw new DeviceError('bad-input', 'Limits cannot be applied to a script that is not read here');
      const limited = limitCall(call, input, device(), limits, stream);
      stream = limited.stream;
      return limited.input;
    },
  };
}

/** Scripts that are not read here pass again once nothing is limited any more. */
function isNone({ stroke, ...others }: MotionLimits): boolean {
  const { stroke: whole, ...none } = NO_LIMITS;
  const same = JSON.stringify([stroke, others]) === JSON.stringify([whole, none]);
  return same && others.maxSpeedMmS === Infinity && others.maxAccelerationMmS2 === Infinity;
}

function problemOf({
  maxSpeedMmS,
  maxAccelerationMmS2,
  stroke,
  rampMs,
  maxAmplitude,
}: MotionLimits): string | undefined {
  if (!(maxSpeedMmS > 0)) return 'The speed limit must be above 0';
  if (!(maxAccelerationMmS2 > 0)) return 'The acceleration limit must be above 0';
  if (!(stroke.min >= 0 && stroke.min <= stroke.max && stroke.max <= 1))
    return 'The stroke limit must lie between 0 and 1, its minimum not above its maximum';
  if (!(rampMs >= 0)) return 'The ramp must be 0 or more';
  if (!(maxAmplitude >= 0 && maxAmplitude <= 1)) return 'The amplitude limit must be between 0 and 1';
  return undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
