import { type LimiterState, startLimiter } from '../limiter/limit-points.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { type GuestDevice, topSpeedMmS } from './guest-limits.ts';
import type { GuestRequest } from './guest-request.ts';

/** What points are judged by. */
export type Judged = Pick<GuestRequest, 'device' | 'limits'>;

/** The length that 100 percent stand for, mm. */
export const lengthOf = ({ movement, stroke }: GuestDevice): number =>
  Math.max(movement.travel.lengthMm * (stroke.max - stroke.min), 1);

/** The most that is allowed, percent of the stroke and seconds of a stream at a rate. */
function mostAt(rate: number, { device, limits }: Judged) {
  const perMm = 100 / lengthOf(device);
  const top = (topSpeedMmS(device, limits) * perMm) / rate;
  const acceleration = (device.movement.maxAccelerationMmS2 * perMm) / rate ** 2;
  return { top, acceleration };
}

/**
 * Times stay, positions come nearer together. No corner is sharper than the motor can turn, and no leg so short that it
 * could not brake behind it: a slider that comes late out of a corner makes up for that as fast as its motor can, whatever
 * the speed of its legs. A point on a leg too short for that is left out, and so is one that is reached by less than a percent.
 */
export function slowed(
  points: readonly ScriptPoint[],
  from: LimiterState,
  rate: number,
  judged: Judged,
): readonly ScriptPoint[] {
  const { top, acceleration } = mostAt(rate, judged);
  const kept: ScriptPoint[] = [];
  let way = from;
  for (const { t, x } of points) {
    const seconds = (t - way.t) / 1_000;
    if (seconds <= 0) continue;
    const most = Math.min(top, acceleration * seconds);
    const change = turnOf(way, seconds, acceleration);
    const [slowest, fastest] = [Math.max(-most, way.speed - change), Math.min(most, way.speed + change)];
    if (slowest > 0 || fastest < 0) continue;
    const next = Math.min(Math.max(x, Math.ceil(way.x + slowest * seconds)), Math.floor(way.x + fastest * seconds));
    if (most < top && (next !== x || x === way.x)) continue;
    const isTurning = way.speed !== 0 && (x > way.x ? fastest : -slowest) < most;
    if (next === way.x && x !== way.x && !isTurning) continue;
    way = goneTo(way, { t, x: next });
    kept.push({ t, x: next });
  }
  return kept;
}

/** A leg behind which the slider could just brake is not one behind which it could not, by a bit of the last place. */
const ROUNDING = 1 + 1e-9;

/** How much the speed may change between two legs: over half of the shorter one on either side. */
const turnOf = ({ legMs }: LimiterState, seconds: number, acceleration: number): number =>
  ROUNDING * acceleration * (legMs > 0 ? Math.min(legMs / 1_000, seconds) : seconds);

/** Where points that went out end, and how fast they get there. */
export function endOf(sent: readonly ScriptPoint[]): LimiterState | undefined {
  const last = sent.at(-1);
  const before = last && sent.findLast(({ t }) => t < last.t);
  if (!last) return undefined;
  return before ? goneTo(startLimiter(before.x, before.t), last) : startLimiter(last.x, last.t);
}

/**
 * The same points, and a leg from the last of them from which it can be done in time to a place where the slider rests, no
 * faster and no sharper than allowed: a lap that ends so can begin again. Nothing where that end is over already.
 */
export function closedAt(
  from: LimiterState,
  points: readonly ScriptPoint[],
  to: ScriptPoint | undefined,
  rate: number,
  judged: Judged,
): readonly ScriptPoint[] {
  if (!to || to.t <= from.t) return [];
  const { top, acceleration } = mostAt(rate, judged);
  const ways: LimiterState[] = [from];
  for (const point of points) ways.push(goneTo(ways.at(-1) ?? from, point));
  for (let kept = points.length; kept >= 0; kept--) {
    const way = ways[kept] ?? from;
    const seconds = (to.t - way.t) / 1_000;
    if (seconds === 0 && way.x === to.x) return points;
    const { speed } = goneTo(way, to);
    const isInTime = seconds > 0 && Math.abs(speed) <= Math.min(top, acceleration * seconds);
    if (isInTime && Math.abs(speed - way.speed) <= turnOf(way, seconds, acceleration))
      return [...points.slice(0, kept), to];
  }
  // A lap too short for that takes as much longer as it needs.
  const needsS = (top + Math.abs(from.speed)) / acceleration + Math.abs(to.x - from.x) / top;
  return [{ t: Math.max(to.t, from.t + Math.ceil(needsS * 1_000)), x: to.x }];
}

/** The state at the end of a leg. */
function goneTo(from: LimiterState, { t, x }: ScriptPoint): LimiterState {
  const legMs = t - from.t;
  return legMs > 0 ? { ...from, t, x, legMs, speed: ((x - from.x) / legMs) * 1_000 } : { ...from, x };
}
