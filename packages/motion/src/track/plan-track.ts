import { requirePositive } from '../motor-limits.ts';
import { type MoveOrigin, planStop } from '../move.ts';
import type { Plan } from '../plan.ts';
import { cornerRoundingBetween, NO_CORNER_ROUNDING } from './corner-rounding.ts';
import { legsOfStream, type TrackLeg, type TrackStream } from './leg-stream.ts';
import { planAlongLine } from './plan-along-line.ts';
import { startStoppablePlan } from './stoppable-plan-builder.ts';

/** The usual length of a plan: it costs well under a millisecond. */
export const TRACK_HORIZON_MS = 2_000;

/** A stream with points nearer together than any slider can follow gets no plan longer than this. */
const MOST_LEGS = 400;

/** A slider in any state that begins to follow a stream. */
export interface TrackRequest extends MoveOrigin {
  readonly stream: TrackStream;
  /** The plan covers at least this much from its start; see `TRACK_HORIZON_MS`. */
  readonly horizonMs: number;
}

/** The planned part of the movement along a stream. */
export interface PlannedTrack {
  /** Valid for ever: after the planned part it brakes to rest. */
  readonly plan: Plan;
  /**
   * Plan again at this instant or before it, from the plan's state at that time, and the movement is continuous.
   * `Infinity` when the plan has everything that is known of the stream, or when the stream's time is too large to
   * advance. Always after the plan's start.
   */
  readonly validUntilMs: number;
}

/**
 * Plans how a slider follows a stream of points: linear in time from point to point, at rest after the last.
 *
 * - Corners are rounded off within the acceleration limit, see `cornerRoundingBetween`.
 * - Off the line (at the start, after a seek or a change of clock, rate or zone, after a leg that was too fast for the
 *   slider) it catches up in the shortest time that the limits permit, joining the line without passing it.
 * - Legs slower than the model's minimum speed are followed slowly. (The firmware shifts turning points instead, by rules
 *   that are not published.)
 * - The slider is never in a state from which it could not stop inside the zone, unless it begins in one.
 *
 * Every change of a stream (points appended or flushed, seek, synctime, rate, a new zone) is one more call from the
 * current state. Points appended more than a leg ahead of the slider change nothing before them, so the time of their
 * arrival does not matter. Costs O(log points + points in the horizon). Throws a RangeError for limits or a rate that
 * are not above 0.
 */
export function planTrack({ startMs, from, zone, limits, stream, horizonMs }: TrackRequest): PlannedTrack {
  requirePositive('maxSpeedMmS', limits.maxSpeedMmS);
  requirePositive('maxAccelerationMmS2', limits.maxAccelerationMmS2);
  requirePositive('rate', stream.clock.rate);
  const departing = { startMs, positionMm: from.positionMm, zone, maxSpeedMmS: limits.maxSpeedMmS };
  const legs = legsOfStream(stream, departing);
  let leg: TrackLeg | undefined = legs.next().value;
  if (!leg) return { plan: planStop({ startMs, from, zone, limits }), validUntilMs: Infinity };

  const pen = startStoppablePlan(startMs, from, zone, limits);
  let corner = NO_CORNER_ROUNDING;
  // Legs that no time passes in count too: of a stream time too large for its laps there is no end of them.
  for (let read = 1; ; read += 1) {
    const next: TrackLeg | undefined = legs.next().value;
    const nextCorner = next ? cornerRoundingBetween(leg, next, limits) : NO_CORNER_ROUNDING;
    const untilS = next ? next.startS - nextCorner.halfS : Infinity;
    if (pen.atS < untilS) {
      const following = { line: leg, entryMm: corner.offsetMm, exitMm: nextCorner.offsetMm, untilS };
      planAlongLine(pen, following, zone, limits);
    }
    if (!next) return { plan: pen.finish(), validUntilMs: Infinity };
    if (untilS * 1000 >= horizonMs || read >= MOST_LEGS) {
      const validUntilMs = startMs + untilS * 1000;
      return { plan: pen.finish(), validUntilMs: validUntilMs > startMs ? validUntilMs : Infinity };
    }
    leg = next;
    corner = nextCorner;
  }
}
