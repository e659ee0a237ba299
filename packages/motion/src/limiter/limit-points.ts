import type { ScriptPoint } from '../scripts/script.ts';
import type { MotionLimits } from './motion-limits.ts';

/** What the speed rises to after a start where there is no limit: no model is faster, mm/s. */
const FASTEST_MM_S = 450;

/** Where a stream of limited points has got to: plain data, to go on from with the next points. */
export interface LimiterState {
  /** The last point that came out: time in ms of the stream, whole percent of the stroke. */
  readonly t: number;
  readonly x: number;
  /** The leg to it: signed percent a second, and how long it took. */
  readonly speed: number;
  readonly legMs: number;
  /** When the ramp began, ms of the stream. */
  readonly rampFromMs: number;
}

/** A stream that begins at rest: `x` is where the slider is at `startMs`, percent of the stroke. */
export const startLimiter = (x: number, startMs: number): LimiterState => ({
  t: startMs,
  x: Math.round(x),
  speed: 0,
  legMs: 0,
  rampFromMs: startMs,
});

/** Points under the limits, and the state to go on from. */
export interface LimitedPoints {
  readonly points: ScriptPoint[];
  readonly state: LimiterState;
}

/**
 * Holds points of a script to limits: times stay, positions come nearer to the one before where a leg would be too fast or
 * a corner too sharp, and a point that would be reached by less than a percent is left out, so that the leg over it gets
 * long enough. A corner is rounded off over half of its shorter leg at the most, so the change of speed at it is at most the
 * acceleration times that leg; slowing down is always allowed. `strokeMm` is the length that 100 percent stand for. Every leg that comes out keeps the
 * speed limit exactly, whole percents included.
 */
export function limitPoints(
  points: readonly ScriptPoint[],
  from: LimiterState,
  { maxSpeedMmS, maxAccelerationMmS2, rampMs, reversed }: MotionLimits,
  strokeMm: number,
): LimitedPoints {
  const topSpeed = (maxSpeedMmS / strokeMm) * 100;
  const rampTop = (Math.min(maxSpeedMmS, FASTEST_MM_S) / strokeMm) * 100;
  const acceleration = (maxAccelerationMmS2 / strokeMm) * 100;
  const limited: ScriptPoint[] = [];
  let { t: lastT, x: lastX, speed, legMs } = from;
  const { rampFromMs } = from;
  for (const { t, x } of points) {
    const spanMs = t - lastT;
    if (spanMs < 0) continue;
    const wanted = reversed ? 100 - x : x;
    const seconds = spanMs / 1000;
    const risen = rampMs > 0 ? (t - rampFromMs) / rampMs : 1;
    const top = risen < 1 ? rampTop * Math.max(0, risen) : topSpeed;
    const shorterS = legMs > 0 && legMs < spanMs ? legMs / 1000 : seconds;
    const change = acceleration * shorterS;
    // At a span of 0 nothing but a jump is wanted, which only a device without a limit can do.
    const mostUp = seconds > 0 ? Math.max(0, Math.min(top, speed + change)) * seconds : jumpOf(topSpeed);
    const mostDown = seconds > 0 ? Math.min(0, Math.max(-top, speed - change)) * seconds : -jumpOf(topSpeed);
    const next = Math.min(Math.max(wanted, Math.ceil(lastX + mostDown)), Math.floor(lastX + mostUp));
    const isUnderWay = wanted > lastX ? mostUp > 0 : wanted < lastX && mostDown < 0;
    if (next === lastX && isUnderWay) continue;
    if (seconds > 0) {
      speed = (next - lastX) / seconds;
      legMs = spanMs;
    }
    lastX = next;
    lastT = t;
    limited.push({ t, x: next });
  }
  return { points: limited, state: { t: lastT, x: lastX, speed, legMs, rampFromMs } };
}

const jumpOf = (topSpeed: number): number => (topSpeed === Infinity ? Infinity : 0);
