import type { CallName } from '@tactus/protocol';
import type { ModelMovement } from '../model-movement.ts';
import { numberIn } from '../number-in-fields.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { clampToZone, type StrokeWindow, type Zone, zoneOfWindow, zonePositionMm } from '../zone.ts';
import { limitPauseCall, limitPlaybackRateCall, limitResumeCall, limitSyncCall } from './limit-clock-calls.ts';
import {
  isTooFast,
  type LimitedPlayerCall,
  type LimitedPlayerState,
  limitAddCall,
  limitFlushCall,
  limitLoopCall,
  limitPlayCall,
  limitScriptPlayCall,
  limitScriptSetupCall,
  limitSetupCall,
  limitWholePoints,
  type PlayerCall,
  type StrokeReference,
  UNKNOWN_PLAYER_CONTENT,
} from './limit-player-calls.ts';
import type { MotionLimits } from './motion-limits.ts';
import { windowWithinStroke } from './window-within-stroke.ts';

/** The device against which a call's input is limited, at the time when the call goes out. */
export interface LimitedDevice {
  /** Undefined for a device without a slider. */
  readonly movement: ModelMovement | undefined;
  /** The stroke window that is set. */
  readonly stroke: StrokeWindow;
  /** Where the slider is, absolute mm; undefined when unknown. */
  readonly positionMm: number | undefined;
  /** The share of the requested speed that a ramp allows by now (`rampMs`), 0..1; default 1. Streams have their own ramp. */
  readonly risen?: number;
}

/** A call's input under the limits, with the state of the player to pass with the next call. */
export interface LimitedCall {
  readonly input: Fields;
  readonly stream: LimitedPlayerState | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Everything that decides how a call is limited. */
interface Case {
  readonly input: Fields;
  readonly device: LimitedDevice & { readonly movement: ModelMovement };
  readonly limits: MotionLimits;
}

type Limiter = (one: Case) => Fields;

/**
 * Limits a call of the contract: pure, the same wherever it is applied. Calls that move nothing pass unchanged. Pass
 * each answer's `stream` with the next call, in the order in which calls are sent, calls without limits included: it
 * describes the points in the player. A script that the cloud fetches cannot be limited: check `isLimitableCall` first.
 */
export function limitCall(
  name: CallName,
  input: Fields,
  device: LimitedDevice,
  limits: MotionLimits,
  stream: LimitedPlayerState | undefined,
): LimitedCall {
  const { movement } = device;
  if (name === 'hvp.setState') {
    const amplitude = Math.min(numberIn(input, 'amplitude') ?? 0, limits.maxAmplitude) * (device.risen ?? 1);
    return { input: { ...input, amplitude, ...(movement && vibratedPlace(input, movement, limits)) }, stream };
  }
  if (!movement) return { input, stream };
  const one = { input, device: { ...device, movement }, limits };
  const limitInPlayer = playerLimiters[name];
  if (!limitInPlayer) return { input: limiters[name]?.(one) ?? input, stream };
  const stroke = strokeOf(movement, device, limits);
  const limited = limitInPlayer({ input, limits, stroke, player: stream ?? UNKNOWN_PLAYER_CONTENT });
  return { input: limited.input, stream: limited.player };
}

/** Whether a call can be limited: content that the cloud reads (a URL, a stream, a text) is not available here. */
export const isLimitableCall = (name: CallName, input: Fields): boolean =>
  name !== 'stream.setup' && !(name === 'hssp.setup' && input['actions'] === undefined);

/**
 * Whether the points in a device's player are too fast for the limits, which became lower since they were sent. `ofUnknown`: the highest rate
 * of unknown points under a limit; 0 by default: they are too fast.
 */
export const exceedsLimits = (
  device: LimitedDevice,
  limits: MotionLimits,
  player: LimitedPlayerState = UNKNOWN_PLAYER_CONTENT,
  ofUnknown = 0,
): boolean =>
  !!device.movement &&
  isTooFast(
    {
      player,
      limits: withoutNeedless(limits, device.movement),
      stroke: strokeOf(device.movement, device, limits),
    },
    ofUnknown,
  );

/** The limits without that of a speed that the device does not exceed by itself. */
const withoutNeedless = (limits: MotionLimits, { speed }: ModelMovement): MotionLimits =>
  limits.maxSpeedMmS < speed.maxMmS ? limits : { ...limits, maxSpeedMmS: Infinity };

const limiters: Partial<Record<CallName, Limiter>> = {
  'hamp.velocity': ({ input, device, limits }) => ({
    ...input,
    velocity: Math.min(numberIn(input, 'velocity') ?? 0, topShare(device.movement, limits)) * (device.risen ?? 1),
  }),
  'hamp.stroke': ({ input, device, limits }) => {
    const zone = limits.reversed ? mirrored(input) : input;
    return { ...input, ...inside(windowWithinStroke(device.stroke, limits.stroke), zone) };
  },
  'slider.setStroke': ({ input, limits }) => ({ ...input, ...inside(limits.stroke, input) }),
  'hdsp.xava': direct,
  'hdsp.xavp': direct,
  'hdsp.xpva': direct,
  'hdsp.xpvp': direct,
  'hdsp.xat': direct,
  'hdsp.xpt': direct,
};

/** The calls of the point player, and of the modes that play through it. */
const playerLimiters: Partial<Record<CallName, (one: PlayerCall) => LimitedPlayerCall>> = {
  'hsp.setup': limitSetupCall,
  'hsp.flush': limitFlushCall,
  'hsp.add': limitAddCall,
  'hsp.play': limitPlayCall,
  'hsp.pause': limitPauseCall,
  'hsp.resume': limitResumeCall,
  'hsp.synctime': limitSyncCall,
  'hsp.playbackrate': limitPlaybackRateCall,
  'hsp.loop': limitLoopCall,
  'hssp.setup': limitScriptSetupCall,
  'hssp.play': limitScriptPlayCall,
  'hssp.pause': limitPauseCall,
  'hssp.resume': limitResumeCall,
  'hssp.synctime': limitSyncCall,
  'stream.setup': limitScriptSetupCall,
  'stream.play': limitScriptPlayCall,
  'stream.synctime': limitSyncCall,
};

/** The points of a whole script under the limits; without a slider they stay unchanged. */
export function limitWholeScript(
  points: readonly ScriptPoint[],
  device: LimitedDevice,
  limits: MotionLimits,
): readonly ScriptPoint[] {
  return device.movement
    ? limitWholePoints(points, { limits, stroke: strokeOf(device.movement, device, limits) }).points
    : points;
}

/** A direct move: inside the allowed stroke, no faster than allowed, and during a ramp no faster than the ramp. */
function direct({ input, device, limits }: Case): Fields {
  const { movement, risen = 1 } = device;
  const { minMmS, maxMmS } = movement.speed;
  const topMmS = limits.maxSpeedMmS;
  const allowed = zoneOfWindow(movement.travel, limits.stroke);
  const limited: Record<string, unknown> = { ...input };
  /** The allowed speed during a ramp: it rises from the slowest speed of the device. */
  const slowed = (speed: number, slowest: number) => Math.max(Math.min(speed, slowest), speed * risen);
  const xa = numberIn(input, 'xa');
  const xp = numberIn(input, 'xp');
  if (xa !== undefined) limited['xa'] = clampToZone(allowed, limits.reversed ? mirroredMm(device, xa) : xa);
  if (xp !== undefined) limited['xp'] = shareInside(device, allowed, limits.reversed ? 1 - xp : xp);
  for (const speed of ['va', 'vp']) {
    const value = numberIn(input, speed);
    if (value === undefined) continue;
    // `va` of a call with a relative position and no `vp` may be a share too: a value of at most 1 is not too fast in mm/s.
    const isShare = speed === 'vp' || (xp !== undefined && value <= 1);
    limited[speed] = isShare
      ? slowed(Math.min(value, 1, topMmS / maxMmS), minMmS / maxMmS)
      : slowed(Math.min(value, topMmS), minMmS);
  }
  const t = numberIn(input, 't');
  if (t !== undefined && !(t === 0 && input['stop_on_target'] === true)) {
    const toMm =
      numberIn(limited, 'xa') ??
      zonePositionMm(zoneOfWindow(movement.travel, device.stroke), numberIn(limited, 'xp') ?? 0);
    const farMm = device.positionMm === undefined ? movement.travel.lengthMm : Math.abs(toMm - device.positionMm);
    const shortestMs = Math.max(t, (farMm / topMmS) * 1000);
    // No device is faster than its own top speed, however short the time.
    const requestedMmS = Math.min((farMm / shortestMs) * 1000, maxMmS);
    limited['t'] = Math.ceil(risen < 1 && farMm > 0 ? (farMm / slowed(requestedMmS, minMmS)) * 1000 : shortestMs);
  }
  return limited;
}

/** A vibration at a place stays in the allowed stroke. A place beyond the travel stands for wherever the slider is. */
function vibratedPlace(input: Fields, { travel }: ModelMovement, { stroke }: MotionLimits): Fields {
  const place = numberIn(input, 'position') ?? Infinity;
  const isLimited = place <= travel.offsetMm + travel.lengthMm && (stroke.min > 0 || stroke.max < 1);
  return isLimited ? { position: clampToZone(zoneOfWindow(travel, stroke), place) } : {};
}

const topShare = ({ speed }: ModelMovement, { maxSpeedMmS }: MotionLimits): number =>
  Math.min(1, maxSpeedMmS / speed.maxMmS);

/** The set stroke; without a known position the slider is assumed in its middle. */
function strokeOf(
  { travel }: ModelMovement,
  { stroke, positionMm }: LimitedDevice,
  limits: MotionLimits,
): StrokeReference {
  const { minMm, maxMm } = zoneOfWindow(travel, stroke);
  const lengthMm = Math.max(maxMm - minMm, 1);
  const place = positionMm === undefined ? 50 : ((positionMm - minMm) / lengthMm) * 100;
  return { lengthMm, place: Math.min(Math.max(place, 0), 100), allowed: windowWithinStroke(stroke, limits.stroke) };
}

const mirroredMm = ({ movement: { travel } }: Case['device'], mm: number): number =>
  2 * travel.offsetMm + travel.lengthMm - mm;

function mirrored(window: Fields): Fields {
  const [min, max] = [numberIn(window, 'min') ?? 0, numberIn(window, 'max') ?? 1];
  return { min: 1 - max, max: 1 - min };
}

/** A share of the stroke mapped into the allowed part of the whole travel. */
function shareInside({ movement, stroke }: Case['device'], allowed: Zone, share: number): number {
  const { minMm, maxMm } = zoneOfWindow(movement.travel, stroke);
  const wantedMm = zonePositionMm({ minMm, maxMm }, share);
  const mm = clampToZone(allowed, wantedMm);
  if (mm === wantedMm) return share;
  return maxMm > minMm ? Math.min(Math.max((mm - minMm) / (maxMm - minMm), 0), 1) : share;
}

/** A stroke window clamped to another one of the whole travel. */
function inside(outer: StrokeWindow, window: Fields): Fields {
  const clamped = (name: string) => {
    const value = numberIn(window, name);
    return value === undefined ? {} : { [name]: Math.min(Math.max(value, outer.min), outer.max) };
  };
  return { ...clamped('min'), ...clamped('max') };
}
