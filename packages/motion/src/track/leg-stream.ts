import type { ScriptPoint } from '../scripts/script.ts';
import { type Zone, zonePositionMm } from '../zone.ts';
import { type StreamClock, streamMsAt } from './stream-clock.ts';

/** The points that the slider follows, and their clock. */
export interface TrackStream {
  /** Times never fall. Two points of the same time are a jump. */
  readonly points: readonly ScriptPoint[];
  /** The clock must be running: its rate is above 0. */
  readonly clock: StreamClock;
  /** Whether the points repeat for ever: the last point's time is also the first point's time. */
  readonly loop: boolean;
}

/** A straight line in time and position: the slider's target between two points. */
export interface TrackLine {
  readonly speedMmS: number;
  /** An instant (seconds since the plan's start) at which the line passes a position. */
  readonly throughS: number;
  readonly throughMm: number;
}

/** The line between two points of the stream, or, ending at `Infinity`, the rest after the last one. */
export interface TrackLeg extends TrackLine {
  readonly startS: number;
  readonly endS: number;
}

/** The position of a line at an instant. */
export function linePositionMm({ speedMmS, throughS, throughMm }: TrackLine, atS: number): number {
  return throughMm + speedMmS * (atS - throughS);
}

/** The starting point for reading the legs. */
export interface LegReadingStart {
  readonly startMs: number;
  readonly positionMm: number;
  readonly zone: Zone;
  readonly maxSpeedMmS: number;
}

/** No slider can distinguish points within such a short time. */
const SHORTEST_MS = 1;

/**
 * The legs of a stream, from the one before the current one on. Before the first point's time a leg leads there from the
 * current position. A leg that is faster than the slider becomes its fastest line through the leg's middle: it is short
 * at both ends alike, and never passes an end. However fast the clock is, there are few legs in a millisecond: of the
 * points within one millisecond only the first and the last count, and a lap of less than that is one place, its middle.
 */
export function* legsOfStream(stream: TrackStream, departing: LegReadingStart): Generator<TrackLeg, undefined> {
  const { points, clock, loop } = stream;
  const { startMs, zone, maxSpeedMmS } = departing;
  const nowMs = streamMsAt(clock, startMs);
  const first = points[0];
  const last = points[points.length - 1];
  if (!first || !last) return;

  const mmOf = ({ x }: ScriptPoint) => zonePositionMm(zone, x / 100);
  const lapMs = loop ? last.t - first.t : 0;
  const shortestMs = SHORTEST_MS * clock.rate;
  if (lapMs > 0 && lapMs < shortestMs) {
    const middle = { t: first.t, x: meanOf(points, lapMs) };
    return yield* legsOfStream({ points: [middle], clock, loop: false }, departing);
  }
  let lap = lapMs > 0 && nowMs >= first.t ? Math.floor((nowMs - first.t) / lapMs) : 0;
  const secondsTo = (timeMs: number) => (timeMs - nowMs) / clock.rate / 1000;
  const secondsOf = ({ t }: ScriptPoint) => secondsTo(t + lap * lapMs);

  let index = countPointsUntil(points, nowMs - lap * lapMs) - 2;
  if (index < 0 && lap > 0) {
    lap -= 1;
    index += points.length - 1;
  }
  index = Math.max(0, index);
  // By a grid in the stream's own time: every plan leaves out the same points.
  const cellOf = (place: number) => Math.floor((points[place]?.t ?? Infinity) / shortestMs);
  const isInsideCell = (place: number) =>
    place > 0 && cellOf(place - 1) === cellOf(place) && cellOf(place + 1) === cellOf(place);
  while (isInsideCell(index)) index -= 1;
  if (secondsOf(first) > 0 && lap === 0) {
    const lead = legBetween(
      { atS: 0, mm: departing.positionMm },
      { atS: secondsOf(first), mm: mmOf(first) },
      maxSpeedMmS,
    );
    // In a later plan the leg is shorter, but its corner must not change.
    yield { ...lead, startS: -Infinity };
  }
  for (;;) {
    let from = points[index];
    for (index += 1; index < points.length; index += 1) {
      const to = points[index];
      if (!from || !to || isInsideCell(index)) continue;
      if (to.t > from.t)
        yield legBetween({ atS: secondsOf(from), mm: mmOf(from) }, { atS: secondsOf(to), mm: mmOf(to) }, maxSpeedMmS);
      from = to;
    }
    if (!(lapMs > 0)) break;
    lap += 1;
    index = 0;
  }
  yield { startS: secondsOf(last), endS: Infinity, speedMmS: 0, throughS: secondsOf(last), throughMm: mmOf(last) };
}

function legBetween(from: { atS: number; mm: number }, to: { atS: number; mm: number }, maxSpeedMmS: number): TrackLeg {
  const speedMmS = (to.mm - from.mm) / (to.atS - from.atS);
  const times = { startS: from.atS, endS: to.atS };
  if (Math.abs(speedMmS) <= maxSpeedMmS) return { ...times, speedMmS, throughS: from.atS, throughMm: from.mm };
  const middle = { throughS: (from.atS + to.atS) / 2, throughMm: (from.mm + to.mm) / 2 };
  return { ...times, ...middle, speedMmS: Math.sign(speedMmS) * maxSpeedMmS };
}

/** The mean position over a lap. */
function meanOf(points: readonly ScriptPoint[], lapMs: number): number {
  let area = 0;
  let from = points[0];
  for (const to of points) {
    if (from) area += ((from.x + to.x) / 2) * (to.t - from.t);
    from = to;
  }
  return area / lapMs;
}

/** How many points of a sorted list are not after a time. */
export function countPointsUntil(points: readonly ScriptPoint[], timeMs: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.t ?? Infinity) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
