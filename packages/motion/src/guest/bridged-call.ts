import { type DeviceCallName, GUEST_MODES } from '@tactus/protocol';
import { type StrokeWindow, zoneOfWindow, zonePositionMm } from '../zone.ts';
import { limitGuestCall } from './guest-call.ts';
import { allowedWindowOfStroke, type GuestLimits } from './guest-limits.ts';
import type { GuestCallContext, GuestCallOutcome, GuestRefusal } from './guest-request.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Limits a call that a home has limited already once more, in the bridge, which need not trust the home. For a guest,
 * positions are mapped into the allowed window; here they are final and are clipped to it, so that a call of a correct
 * home passes unchanged. Otherwise as `limitGuestCall`.
 */
export function limitBridgedCall(request: GuestCallContext): GuestCallOutcome | GuestRefusal {
  return limitGuestCall({ ...request, ...asRequested(request) });
}

/**
 * The limits for a call of any guest: a bridge does not know which guest sent a call, so it applies the loosest limits
 * that the owner allows to any of them. Undefined where nothing is allowed.
 */
export function loosestGuestLimits(all: readonly GuestLimits[]): GuestLimits | undefined {
  const [first, ...rest] = all;
  return rest.reduce<GuestLimits | undefined>((loosest, next) => loosest && looser(loosest, next), first);
}

/** Whether limits forbid anything that other ones allowed. */
export function areLimitsNarrower(next: GuestLimits | undefined, before: GuestLimits | undefined): boolean {
  if (!before) return false;
  if (!next) return true;
  return (
    next.speed < before.speed ||
    next.intensity < before.intensity ||
    next.stroke.min > before.stroke.min ||
    next.stroke.max < before.stroke.max ||
    before.allow.some((mode) => !next.allow.includes(mode))
  );
}

const looser = (one: GuestLimits, other: GuestLimits): GuestLimits => ({
  allow: GUEST_MODES.filter((mode) => one.allow.includes(mode) || other.allow.includes(mode)),
  speed: Math.max(one.speed, other.speed),
  intensity: Math.max(one.intensity, other.intensity),
  stroke: { min: Math.min(one.stroke.min, other.stroke.min), max: Math.max(one.stroke.max, other.stroke.max) },
});

/** The request from which `limitGuestCall` would make this call of the home, as far as the limits allow. */
function asRequested({ name, input, device, limits }: GuestCallContext): {
  readonly name: DeviceCallName;
  readonly input: Fields;
} {
  const allowed = allowedWindowOfStroke(device, limits);
  switch (name) {
    case 'hamp.stroke':
      return {
        name,
        input: { ...input, min: shareOf(allowed, input['min'] ?? 0), max: shareOf(allowed, input['max'] ?? 1) },
      };
    case 'hsp.add':
      return { name, input: withRequestedPoints(input, allowed) };
    case 'hsp.play': {
      const add = input['add'];
      if (typeof add !== 'object' || add === null) return { name, input };
      return { name, input: { ...input, add: withRequestedPoints({ ...add }, allowed) } };
    }
    default:
      break;
  }
  const absolute = ABSOLUTE[name];
  const { xp, ...rest } = input;
  if (!absolute || typeof xp !== 'number') return { name, input };
  const xa = zonePositionMm(zoneOfWindow(device.movement.travel, device.stroke), xp);
  // `xpvp` may name its share `va`; in the other calls `va` is in mm/s.
  return {
    name: absolute,
    input: name === 'hdsp.xpvp' ? { xa, ...rest, vp: rest['vp'] ?? rest['va'], va: undefined } : { xa, ...rest },
  };
}

/** Relative moves as the absolute moves to the same place. */
const ABSOLUTE: Readonly<Partial<Record<DeviceCallName, DeviceCallName>>> = {
  'hdsp.xpva': 'hdsp.xava',
  'hdsp.xpvp': 'hdsp.xavp',
  'hdsp.xpt': 'hdsp.xat',
};

/** Converts a share of the stroke to a share of its allowed part, clipped. */
function shareOf({ min, max }: StrokeWindow, value: unknown): number {
  const place = Math.min(Math.max(typeof value === 'number' ? value : 0, min), max);
  return max > min ? (place - min) / (max - min) : 0;
}

function withRequestedPoints(add: Fields, { min, max }: StrokeWindow): Fields {
  if (min <= 0 && max >= 1) return add;
  const points: readonly unknown[] = Array.isArray(add['points']) ? add['points'] : [];
  const whole = { min: Math.ceil(min * 100 - 1e-9), max: Math.floor(max * 100 + 1e-9) };
  return {
    ...add,
    points: points.map((point) => {
      const { t, x } = point as { readonly t: number; readonly x: number }; // checked by the contract
      const place = Math.min(Math.max(x, whole.min), whole.max) / 100;
      return { t, x: max > min ? ((place - min) / (max - min)) * 100 : 0 };
    }),
  };
}
