import { requirePositive } from '../limits.ts';
import { type MoveOrigin, planStop } from '../move.ts';
import type { Plan } from '../plan.ts';
import { cornerBetween, NO_CORNER } from './corner.ts';
import { followLine } from './follow-line.ts';
import { type Leg, legsOf, type TrackStream } from './leg-stream.ts';
import { startPen } from './pen.ts';

/** How far ahead is enough for most: a plan this long costs well under a millisecond. */
export const TRACK_HORIZON_MS = 2_000;

/** Points that lie nearer together than any slider can follow do not make a plan longer than this. */
const MOST_LEGS = 400;

/** A slider that sets out, from any state, to follow a stream. */
export interface TrackRequest extends MoveOrigin {
  readonly stream: TrackStream;
  /** The plan covers at least this much from its start; see `TRACK_HORIZON_MS`. */
  readonly horizonMs: number;
}

/** The movement along a stream as far as it is planned. */
export interface Track {
  /** Valid for ever: where the planned part ends it brakes to rest. */
  readonly plan: Plan;
  /**
   * Plan again at this instant or before it, from the state that the plan has then, and the slider moves on as if the
   * plan had been one. `Infinity` when everything that is known of the stream is in the plan.
   */
  readonly validUntilMs: number;
}

/**
 * How a slider follows a stream of points (api-v3.md 5.2: linear in time from point to point, holding after the last).
 *
 * - Corners are rounded off within the acceleration limit, see `cornerBetween`.
 * - Off the line (at the start, after a seek or a change of clock, rate or zone, after a leg that was too fast for the
 *   slider) it catches up in the shortest time that the limits permit, joining the line without going past it.
 * - Legs slower than the model's minimum speed are followed slowly. (The firmware shifts turning points instead, in a way
 *   that nobody has written down, api-v3.md 5.1.)
 * - It is never in a state from which it could not stop inside the zone, unless it begins in one.
 *
 * Everything that happens to a stream (points appended or flushed, seek, synctime, rate, a new zone) is one more call from
 * the present state. Points appended more than a leg ahead of the slider change nothing before them, so it does not matter
 * when they come. Costs O(log points + points in the horizon). Throws a RangeError for limits or a rate that are not
 * above 0.
 */
export function planTrack({ startMs, from, zone, limits, stream, horizonMs }: TrackRequest): Track {
  requirePositive('maxSpeedMmS', limits.maxSpeedMmS);
  requirePositive('maxAccelerationMmS2', limits.maxAccelerationMmS2);
  requirePositive('rate', stream.clock.rate);
  const departing = { startMs, positionMm: from.positionMm, zone, maxSpeedMmS: limits.maxSpeedMmS };
  const legs = legsOf(stream, departing);
  let leg: Leg | undefined = legs.next().value;
  if (!leg) return { plan: planStop({ startMs, from, zone, limits }), validUntilMs: Infinity };

  const pen = startPen(startMs, from, zone, limits);
  let corner = NO_CORNER;
  for (let followed = 0; ; ) {
    const next: Leg | undefined = legs.next().value;
    const nextCorner = next ? cornerBetween(leg, next, limits) : NO_CORNER;
    const untilS = next ? next.startS - nextCorner.halfS : Infinity;
    if (pen.atS < untilS) {
      const following = { line: leg, entryMm: corner.offsetMm, exitMm: nextCorner.offsetMm, untilS };
      followLine(pen, following, zone, limits);
      followed += 1;
    }
    if (!next) return { plan: pen.finish(), validUntilMs: Infinity };
    if (untilS * 1000 >= horizonMs || followed >= MOST_LEGS) {
      return { plan: pen.finish(), validUntilMs: startMs + untilS * 1000 };
    }
    leg = next;
    corner = nextCorner;
  }
}
