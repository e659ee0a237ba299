import { slowestCruiseMmS } from '../leg.ts';
import type { ScriptPoint } from '../scripts/script.ts';
import { type CornerRounding, cornerRoundingBetween, NO_CORNER_ROUNDING } from '../track/corner-rounding.ts';
import type { TrackLeg } from '../track/leg-stream.ts';
import { type DeviceAtGuestCall, guestTopSpeedMmS } from './guest-limits.ts';
import type { GuestCallContext } from './guest-request.ts';

/** The device and limits against which points are checked. */
export type PointCheckContext = Pick<GuestCallContext, 'device' | 'limits'>;

/** The length that 100 percent stand for, mm. */
export const strokeLengthMm = ({ movement, stroke }: DeviceAtGuestCall): number =>
  Math.max(movement.travel.lengthMm * (stroke.max - stroke.min), 1);

/** How much faster than its legs a slider may go while it shifts from one side of them to the other between two corners. */
const SHIFTING = 1.04;

/** The end of the points that went out: the last point, and the leg that leads to it. */
export interface SentPointsTail {
  /** The last point: ms of the stream, percent of the stroke. */
  readonly t: number;
  readonly x: number;
  /** The leg to that point: signed percent a second, and its duration, ms. */
  readonly speed: number;
  readonly legMs: number;
  /** The corner before that leg. */
  readonly entry: CornerRounding;
  /** From when on that leg can still be left in another direction than the sent one, ms of the stream. */
  readonly openFromMs: number;
}

/** A slider that has rested at a place for a while. */
export const sentPointsTailAtRest = (x: number, t: number, restMs: number): SentPointsTail => ({
  ...{ t, x, speed: 0, legMs: restMs, entry: NO_CORNER_ROUNDING, openFromMs: -Infinity },
});

/** The allowed maxima in percent of the stroke and seconds of a stream at a rate; `fastest` is the motor's own. */
function mostAt(rate: number, { device, limits }: PointCheckContext) {
  const { maxAccelerationMmS2, speed } = device.movement;
  const perMm = 100 / strokeLengthMm(device);
  const top = (guestTopSpeedMmS(device, limits) * perMm) / rate;
  return { top, acceleration: (maxAccelerationMmS2 * perMm) / rate ** 2, fastest: (speed.maxMmS * perMm) / rate };
}

type Most = ReturnType<typeof mostAt>;

/**
 * Times stay, positions come nearer together. No corner is sharper than the motor can turn, and no leg so short that
 * the slider could not brake after it: a slider that leaves a corner late makes up for that at the motor's top speed,
 * whatever the speed of its legs. Between two corners it shifts from the outside of one to the outside of the other: if
 * that needs more than the allowed speed, the second one is turned more slowly. Left out are a point on a leg too short
 * for all that, a point less than a percent away, and the end of a short rest after which the next point could not be
 * reached unchanged.
 */
export function shortenMovesToSlowDown(
  points: readonly ScriptPoint[],
  from: SentPointsTail,
  rate: number,
  judged: PointCheckContext,
): readonly ScriptPoint[] {
  const allowed = mostAt(rate, judged);
  const slowedPoints: ScriptPoint[] = [];
  let tail = from;
  for (const [index, point] of points.entries()) {
    const x = placeAt(tail, point, allowed);
    if (x === undefined) continue;
    const gone = goneTo(tail, { t: point.t, x }, allowed);
    const after = points[index + 1];
    const isShortRest = x === tail.x && isShort(tail, point, allowed);
    if (isShortRest && after && placeAt(gone, after, allowed) !== after.x) continue;
    tail = gone;
    slowedPoints.push({ t: point.t, x });
  }
  return slowedPoints;
}

/** Whether a leg is too short to reach the allowed speed. */
const isShort = (tail: SentPointsTail, { t }: ScriptPoint, { top, acceleration }: Most): boolean =>
  acceleration * ((t - tail.t) / 1_000) < top;

/** The nearest allowed position at the time of a requested point; undefined where that point has to be left out. */
function placeAt(tail: SentPointsTail, { t, x }: ScriptPoint, allowed: Most): number | undefined {
  const { top, acceleration } = allowed;
  const seconds = (t - tail.t) / 1_000;
  if (seconds <= 0) return undefined;
  const most = Math.min(top, acceleration * seconds);
  const change = turnOf(tail, seconds, acceleration);
  const [slowest, fastest] = [Math.max(-most, tail.speed - change), Math.min(most, tail.speed + change)];
  const turned = Math.min(Math.max(x, Math.ceil(tail.x + slowest * seconds)), Math.floor(tail.x + fastest * seconds));
  const fits = (back: number) => isWithinSpeed(tail, { t, x: turned - back }, allowed);
  // On a leg on which the slider cannot come to rest only an unchanged point is possible.
  if ((slowest > 0 || fastest < 0) && (turned !== x || !fits(0))) return undefined;
  const next = turned + nearest(turned - tail.x, fits);
  if (isShort(tail, { t, x }, allowed) && next !== x) return undefined;
  const isTurning = tail.speed !== 0 && (x > tail.x ? fastest : -slowest) < most;
  return next === tail.x && x !== tail.x && !isTurning ? undefined : next;
}

/** By how much a leg has to be shortened so that it fits; all of it if nothing less does. */
function nearest(whole: number, fits: (back: number) => boolean): number {
  if (whole === 0 || fits(0)) return 0;
  const direction = Math.sign(whole);
  let [tooNear, enough] = [0, Math.ceil(Math.abs(whole))];
  while (enough - tooNear > 1) {
    const middle = Math.floor((tooNear + enough) / 2);
    if (fits(direction * middle)) enough = middle;
    else tooNear = middle;
  }
  return -direction * Math.min(enough, Math.abs(whole));
}

/** Whether a slider that goes to a point and rests there never exceeds the allowed speed on the leg before and that leg. */
function isWithinSpeed(tail: SentPointsTail, to: ScriptPoint, allowed: Most): boolean {
  const next = goneTo(tail, to, allowed);
  const rest: TrackLeg = { startS: to.t / 1_000, endS: Infinity, speedMmS: 0, throughS: to.t / 1_000, throughMm: to.x };
  const [exit, end] = [next.entry, cornerRoundingBetween(legOf(next), rest, limitsOf(allowed))];
  return peakOf(tail, exit, allowed) <= SHIFTING * allowed.top && peakOf(next, end, allowed) <= SHIFTING * allowed.top;
}

/** The highest speed on a leg before a corner: that of the leg, and of the shift beside it. */
function peakOf(
  { t, speed, legMs, entry, openFromMs }: SentPointsTail,
  exit: CornerRounding,
  { acceleration }: Most,
): number {
  const shift = exit.offsetMm - entry.offsetMm;
  if (shift === 0) return Math.abs(speed);
  const fromS = Math.max((t - legMs) / 1_000 + entry.halfS, openFromMs / 1_000);
  const seconds = t / 1_000 - exit.halfS - fromS;
  const beside = slowestCruiseMmS({ positionMm: 0, speedMmS: 0 }, shift, acceleration, seconds);
  return Math.max(Math.abs(speed), Math.abs(speed + Math.sign(shift) * beside));
}

const limitsOf = ({ fastest, acceleration }: Most) => ({ maxSpeedMmS: fastest, maxAccelerationMmS2: acceleration });

const legOf = ({ t, x, speed, legMs }: SentPointsTail): TrackLeg => ({
  ...{ startS: (t - legMs) / 1_000, endS: t / 1_000, speedMmS: speed, throughS: t / 1_000, throughMm: x },
});

/** Rounding in the last place does not decide whether a slider can brake after a leg. */
const ROUNDING = 1 + 1e-9;

/** How much the speed may change between two legs: over half of the shorter one on either side. */
const turnOf = ({ legMs }: SentPointsTail, seconds: number, acceleration: number): number =>
  ROUNDING * acceleration * (legMs > 0 ? Math.min(legMs / 1_000, seconds) : seconds);

/** The end of the points that went out, and the speed there. */
export function tailOfSentPoints(
  sent: readonly ScriptPoint[],
  rate: number,
  judged: PointCheckContext,
): SentPointsTail | undefined {
  const allowed = mostAt(rate, judged);
  let tail: SentPointsTail | undefined;
  // The last leg, the one before it and their corner.
  for (const point of sent.slice(-LAST_POINTS))
    tail = tail ? goneTo(tail, point, allowed) : sentPointsTailAtRest(point.x, point.t, 0);
  return tail;
}

/** Enough for two legs, where points of the same time are among them. */
const LAST_POINTS = 8;

/**
 * Appends a leg from the last usable point to a place where the slider rests, no faster and no sharper than allowed: a
 * lap that ends so can begin again. Undefined if the time of that end has passed.
 */
export function closeLapAtRest(
  from: SentPointsTail,
  points: readonly ScriptPoint[],
  to: ScriptPoint | undefined,
  rate: number,
  judged: PointCheckContext,
): readonly ScriptPoint[] {
  if (!to || to.t <= from.t) return [];
  const allowed = mostAt(rate, judged);
  const { top, acceleration } = allowed;
  const tails: SentPointsTail[] = [from];
  for (const point of points) tails.push(goneTo(tails.at(-1) ?? from, point, allowed));
  for (let count = points.length; count >= 0; count--) {
    const tail = tails[count] ?? from;
    const seconds = (to.t - tail.t) / 1_000;
    if (seconds === 0 && tail.x === to.x) return points;
    const { speed } = goneTo(tail, to, allowed);
    const isInTime = seconds > 0 && Math.abs(speed) <= Math.min(top, acceleration * seconds);
    const isTurned = isInTime && Math.abs(speed - tail.speed) <= turnOf(tail, seconds, acceleration);
    if (isTurned && isWithinSpeed(tail, to, allowed)) return [...points.slice(0, count), to];
  }
  // A lap too short for that is extended by the time that it needs.
  const needsS = (top + Math.abs(from.speed)) / acceleration + Math.abs(to.x - from.x) / top;
  let needsMs = Math.ceil(needsS * 1_000);
  while (needsMs < LAP_END_MOST_MS && !isWithinSpeed(from, { t: from.t + needsMs, x: to.x }, allowed)) needsMs *= 2;
  return [{ t: Math.max(to.t, from.t + needsMs), x: to.x }];
}

/** The longest leg to the end of a lap, ms. */
const LAP_END_MOST_MS = 60_000;

/** The tail after one more leg. */
function goneTo(from: SentPointsTail, { t, x }: ScriptPoint, allowed: Most): SentPointsTail {
  const legMs = t - from.t;
  if (legMs <= 0) return { ...from, x };
  const next = { t, x, legMs, speed: ((x - from.x) / legMs) * 1_000, entry: NO_CORNER_ROUNDING, openFromMs: -Infinity };
  return { ...next, entry: cornerRoundingBetween(legOf(from), legOf(next), limitsOf(allowed)) };
}
