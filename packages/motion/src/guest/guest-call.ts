import type { DeviceCallName } from '@tactus/protocol';
import { slowestCruiseMmS } from '../leg.ts';
import { numberIn } from '../number-in-fields.ts';
import { clampToZone, composeWindows, zoneOfWindow, zonePositionMm } from '../zone.ts';
import {
  allowedWindowOfStroke,
  allowedWindowOfTravel,
  type DeviceAtGuestCall,
  guestTopSpeedMmS,
  hasSpeedLimit,
} from './guest-limits.ts';
import { type GuestMotionState, guestMotionInMode } from './guest-motion-state.ts';
import type { GuestCallContext, GuestCallOutcome, GuestRefusal, OutgoingCall } from './guest-request.ts';
import { isPointPlayerCall, limitGuestStreamCall } from './guest-stream.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Limits a guest's call in a mode to the owner's limits: pure, the same in the device's own cloud and in the bridge, so
 * that a guest never gets past them. It caps, and refuses only a call that it cannot cap. The caller decides before
 * whether the mode is allowed and the guest has control; stops and reads do not come here. Pass each answer's plan with
 * the next call, in the order in which they are sent.
 */
export function limitGuestCall(request: GuestCallContext): GuestCallOutcome | GuestRefusal {
  const { name } = request;
  if (isPointPlayerCall(name)) return limitGuestStreamCall({ ...request, name });
  switch (name) {
    case 'hamp.start':
    case 'hamp.stroke':
    case 'hamp.velocity':
      return hampCall({ ...request, name });
    case 'hvp.start':
    case 'hvp.setState':
      return vibrationCall({ ...request, name });
    default:
      return name.startsWith('hdsp.') ? directMove(request) : { refused: 'limits' };
  }
}

/** The ends of HAMP in the device: those that the guest requested, mapped into the allowed window. */
export function mapGuestZone({
  plan,
  limits,
  device,
}: Pick<GuestCallContext, 'plan' | 'limits' | 'device'>): OutgoingCall {
  const { min, max } = composeWindows(allowedWindowOfStroke(device, limits), plan.window);
  return { name: 'hamp.stroke', input: { min, max } };
}

function hampCall(
  request: GuestCallContext & { name: 'hamp.start' | 'hamp.stroke' | 'hamp.velocity' },
): GuestCallOutcome {
  const { name, input, plan, limits, device } = request;
  switch (name) {
    case 'hamp.velocity': {
      const velocity = Math.min(numberIn(input, 'velocity') ?? 0, limits.speed);
      return one({ name, input: { ...input, velocity } }, guestMotionInMode(plan, 'hamp', { velocity }));
    }
    case 'hamp.stroke': {
      const window = { min: numberIn(input, 'min') ?? 0, max: numberIn(input, 'max') ?? 1 };
      const next = guestMotionInMode(plan, 'hamp', { window, hasZone: true });
      return one(mapGuestZone({ plan: next, limits, device }), next);
    }
    case 'hamp.start': {
      const velocity = plan.alternates ? plan.velocity : 0;
      const next = guestMotionInMode(plan, 'hamp', { moves: true, alternates: true, velocity });
      const start = { name, input };
      const { min, max } = allowedWindowOfStroke(device, limits);
      if (min <= 0 && max >= 1 && !plan.hasZone) return one(start, next);
      return { calls: [mapGuestZone({ plan, limits, device }), start], answer: 1, plan: { ...next, hasZone: true } };
    }
  }
}

function vibrationCall(request: GuestCallContext & { name: 'hvp.start' | 'hvp.setState' }): GuestCallOutcome {
  const { name, input, plan, limits, device } = request;
  if (name === 'hvp.start') {
    const vibration = plan.vibration && { ...plan.vibration, amplitude: 0, frequency: 0 };
    return one({ name, input }, guestMotionInMode(plan, 'hvp', { moves: true, vibration }));
  }
  const { offsetMm, lengthMm } = device.movement.travel;
  const at = numberIn(input, 'position') ?? 0;
  const zone = zoneOfWindow(device.movement.travel, allowedWindowOfTravel(device, limits));
  const vibration = {
    amplitude: Math.min(numberIn(input, 'amplitude') ?? 0, limits.intensity),
    frequency: numberIn(input, 'frequency') ?? 0,
    // A position beyond the travel stands for the slider's current position.
    position: at > offsetMm + lengthMm ? at : clampToZone(zone, at),
  };
  return one({ name, input: { ...input, ...vibration } }, guestMotionInMode(plan, 'hvp', { moves: true, vibration }));
}

/** A direct move: inside the allowed window, no faster than allowed. A timed one goes out at the speed that it needs. */
function directMove({ name, input, plan, limits, device }: GuestCallContext): GuestCallOutcome {
  const { movement } = device;
  const allowed = zoneOfWindow(movement.travel, allowedWindowOfTravel(device, limits));
  const top = guestTopSpeedMmS(device, limits);
  const xa = numberIn(input, 'xa');
  const xp = numberIn(input, 'xp');
  const toMm = xa === undefined ? zonePositionMm(allowed, xp ?? 0) : clampToZone(allowed, xa);
  // Limiting the next call requires the device's answer to this one.
  const options = { stop_on_target: input['stop_on_target'] === true, immediate_rsp: false };
  const next = guestMotionInMode(plan, 'hdsp', { moves: true });
  const t = numberIn(input, 't');
  if (t === undefined) {
    const va = Math.min(requestedMmS(name, input, device), top);
    return one({ name: 'hdsp.xava', input: { xa: toMm, va, ...options } }, next);
  }
  if (!hasSpeedLimit(limits)) return one({ name: 'hdsp.xat', input: { xa: toMm, t, ...options } }, next);
  const { positionMm, speedMmS } = device;
  const from = { positionMm, speedMmS };
  const needed = slowestCruiseMmS(from, toMm, movement.maxAccelerationMmS2, t / 1_000);
  const va = needed > 0 && needed < top ? needed : top;
  return one({ name: 'hdsp.xava', input: { xa: toMm, va, ...options } }, next);
}

/** `xpvp` may name its share `va`; in the other calls `va` is in mm/s. */
function requestedMmS(name: DeviceCallName, input: Fields, { movement: { speed } }: DeviceAtGuestCall): number {
  const va = numberIn(input, 'va');
  if (name === 'hdsp.xpvp') return (numberIn(input, 'vp') ?? va ?? 0) * speed.maxMmS;
  return va ?? (numberIn(input, 'vp') ?? 0) * speed.maxMmS;
}

const one = (call: OutgoingCall, plan: GuestMotionState): GuestCallOutcome => ({ calls: [call], answer: 0, plan });
