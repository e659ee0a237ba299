import type { ScriptPoint } from '../scripts/script.ts';
import { FULL_WINDOW, type StrokeWindow } from '../zone.ts';
import type { MotionLimits } from './motion-limits.ts';
import { wholePercentsIn } from './window-within-stroke.ts';

/** The speed at which the slider catches up with the script after a slow start, unless the script is faster, mm/s: a device's slowest. */
const MEETING_MM_S = 32;

/** The end of a stream of limited points: plain data, to be continued with the next points. */
export interface LimiterState {
  /** The last limited point: time in ms of the stream, whole percent of the stroke. */
  readonly t: number;
  readonly x: number;
  /** The leg to it: signed percent a second, and how long it took. */
  readonly speed: number;
  readonly legMs: number;
  /** When the ramp began, ms of the stream. */
  readonly rampFromMs: number;
  /** The script's own position at that point, and whether a ramp has left the slider behind it. */
  readonly scriptX: number;
  readonly isBehind: boolean;
}

/** A stream that begins at rest: `x` is where the slider is at `startMs`, percent of the stroke. */
export const limiterStateAtRest = (x: number, startMs: number): LimiterState => ({
  t: startMs,
  x: Math.round(x),
  speed: 0,
  legMs: 0,
  rampFromMs: startMs,
  scriptX: x,
  isBehind: false,
});

/** The demands of points on a device at rate 1: the highest of all of them, percent of the stroke. */
export interface PointsDemand {
  /** Of the fastest leg, percent a second. */
  readonly speed: number;
  /** At the sharpest corner, percent a second squared. */
  readonly acceleration: number;
}

/** The demand of no points. */
export const NO_DEMAND: PointsDemand = { speed: 0, acceleration: 0 };

/** Points under the limits, their demand, and the state to go on from. */
export interface LimitedPoints {
  readonly points: ScriptPoint[];
  readonly demand: PointsDemand;
  readonly state: LimiterState;
}

/** How points will be played. */
export interface PlannedPlayback {
  /** The limits hold at this rate, and so at every lower one; default 1. */
  readonly rate?: number;
  /** The share of the stroke that positions stay in, once the slider has entered it; default all of the stroke. */
  readonly allowed?: StrokeWindow;
}

/**
 * Limits the points of a script: times stay, positions come nearer to the one before where a leg would be too fast or a
 * corner too sharp, and a point less than a percent away is left out, so that the leg over it gets long enough. A corner
 * is rounded off over half of its shorter leg at most, so the change of speed at it is at most the acceleration times
 * that leg; slowing down is always allowed. `strokeMm` is the length of 100 percent. Every leg keeps the speed limit
 * exactly, whole percents included.
 *
 * In a ramp a leg has the script's speed times the mean of the ramp over that leg: a player goes through a leg at one
 * speed, and no points may be inserted. So the slider falls behind the script and meets it again as the script turns;
 * after the ramp it goes no faster than the script, or than the slowest speed of a device.
 */
export function limitPoints(
  points: readonly ScriptPoint[],
  from: LimiterState,
  limits: MotionLimits,
  strokeMm: number,
  { rate = 1, allowed = FULL_WINDOW }: PlannedPlayback = {},
): LimitedPoints {
  const { topSpeed, acceleration } = mostAt(rate, limits, strokeMm);
  const meeting = percentOf(MEETING_MM_S, strokeMm) / rate;
  const rampMs = limits.rampMs * rate;
  const { reversed } = limits;
  const { lowest, highest } = wholePercentsIn(allowed);
  const limited: ScriptPoint[] = [];
  // Numbers, not an object per point: scripts are long.
  let fastest = 0;
  let sharpest = 0;
  let { t: lastT, x: lastX, speed, legMs, scriptX, isBehind } = from;
  const { rampFromMs } = from;
  for (const { t, x } of points) {
    const spanMs = t - lastT;
    if (spanMs < 0) continue;
    const turned = reversed ? 100 - x : x;
    const wanted = turned < lowest ? lowest : turned > highest ? highest : turned;
    const seconds = spanMs / 1000;
    const risen = rampMs > 0 ? meanOfRamp(lastT - rampFromMs, t - rampFromMs, rampMs) : 1;
    const isRamped = risen < 1 || isBehind;
    let top = topSpeed;
    if (isRamped) {
      const requested = seconds > 0 ? Math.abs(wanted - scriptX) / seconds : 0;
      top = risen < 1 ? Math.min(topSpeed, requested) * risen : Math.min(topSpeed, Math.max(requested, meeting));
    }
    const shorterS = legMs > 0 && legMs < spanMs ? legMs / 1000 : seconds;
    const change = acceleration * shorterS;
    // At a span of 0 the only movement is a jump, which only a device without a limit can do.
    const mostUp = seconds > 0 ? Math.max(0, Math.min(top, speed + change)) * seconds : jumpOf(top);
    const mostDown = seconds > 0 ? Math.min(0, Math.max(-top, speed - change)) * seconds : -jumpOf(top);
    const next = Math.min(Math.max(wanted, Math.ceil(lastX + mostDown)), Math.floor(lastX + mostUp));
    const canMove = wanted > lastX ? mostUp > 0 : wanted < lastX && mostDown < 0;
    if (next === lastX && canMove) continue;
    if (seconds > 0) {
      const before = speed;
      speed = (next - lastX) / seconds;
      legMs = spanMs;
      if (Math.abs(speed) > fastest) fastest = Math.abs(speed);
      const turn = Math.abs(speed - before);
      if (turn > sharpest * shorterS && !slowsDown(before, speed)) sharpest = turn / shorterS;
    }
    lastX = next;
    lastT = t;
    scriptX = wanted;
    isBehind = isRamped && next !== wanted;
    limited.push({ t, x: next });
  }
  const demand = { speed: fastest, acceleration: sharpest };
  return { points: limited, demand, state: { t: lastT, x: lastX, speed, legMs, rampFromMs, scriptX, isBehind } };
}

/** The demand of two runs of points together. */
export const combinedDemand = (one: PointsDemand, other: PointsDemand): PointsDemand => ({
  speed: Math.max(one.speed, other.speed),
  acceleration: Math.max(one.acceleration, other.acceleration),
});

/** The highest rate at which points of such a demand stay within limits of speed and acceleration. */
export function highestRateWithin(
  { speed, acceleration }: PointsDemand,
  limits: MotionLimits,
  strokeMm: number,
): number {
  const most = mostAt(1, limits, strokeMm);
  return Math.min(most.topSpeed / speed, Math.sqrt(most.acceleration / acceleration));
}

/** The position of a script under limits, in whole percents of the allowed part of the stroke. */
export function limitedPosition(x: number, { reversed }: MotionLimits, allowed: StrokeWindow): number {
  const { lowest, highest } = wholePercentsIn(allowed);
  return Math.min(Math.max(reversed ? 100 - x : x, lowest), highest);
}

/** The limits of points that are played at a rate: speeds grow with the rate, accelerations with its square. */
const mostAt = (rate: number, { maxSpeedMmS, maxAccelerationMmS2 }: MotionLimits, strokeMm: number) => ({
  topSpeed: percentOf(maxSpeedMmS, strokeMm) / rate,
  acceleration: percentOf(maxAccelerationMmS2, strokeMm) / rate ** 2,
});

const percentOf = (mm: number, strokeMm: number): number => (mm / strokeMm) * 100;

const slowsDown = (before: number, after: number): boolean =>
  before * after >= 0 && Math.abs(after) <= Math.abs(before);

/** The mean of a ramp from 0 to 1 between two times since it began. */
function meanOfRamp(fromMs: number, toMs: number, rampMs: number): number {
  if (fromMs >= rampMs) return 1;
  const travel = (ms: number) => (ms <= 0 ? 0 : ms < rampMs ? ms ** 2 / (2 * rampMs) : ms - rampMs / 2);
  return toMs > fromMs ? (travel(toMs) - travel(fromMs)) / (toMs - fromMs) : Math.max(0, fromMs / rampMs);
}

const jumpOf = (topSpeed: number): number => (topSpeed === Infinity ? Infinity : 0);
