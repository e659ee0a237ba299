import {
  type MotionState,
  type MotorLimits,
  type Plan,
  planStateAt,
  planTrack,
  TRACK_HORIZON_MS,
  type Zone,
} from '@tactus/motion';
import type { SliderCourse } from './hypotheses.ts';
import { type KnownStream, trackOfStreamAt } from './known-stream.ts';

/** The starting point for following a stream. */
export interface TrackStart {
  readonly stream: KnownStream;
  readonly startMs: number;
  readonly from: MotionState;
  readonly zone: Zone;
  readonly limits: MotorLimits;
}

interface Piece {
  readonly plan: Plan;
  readonly untilMs: number;
}

/** How many planned pieces are stored, for positions in the past. */
const PIECES_MAX = 4;
/** For a position this far ahead (the page was hidden) not every piece up to it is planned. */
const LONGEST_LEAP_MS = 20_000;

/** The course along a stream as the device plans it: one piece ahead at a time, the next when a position is read. */
export function createStreamCourse({ stream, startMs, from, zone, limits }: TrackStart): SliderCourse {
  const pieceFrom = (pieceMs: number, state: MotionState): Piece => {
    const { stream: track, untilMs } = trackOfStreamAt(stream, pieceMs);
    const request = { startMs: pieceMs, from: state, zone, limits, stream: track, horizonMs: TRACK_HORIZON_MS };
    const { plan, validUntilMs } = planTrack(request);
    return { plan, untilMs: Math.min(validUntilMs, untilMs) };
  };
  let last = pieceFrom(startMs, from);
  let pieces = [last];

  return (atMs) => {
    while (atMs >= last.untilMs) {
      const leapMs = atMs - last.untilMs > LONGEST_LEAP_MS ? atMs - TRACK_HORIZON_MS : last.untilMs;
      last = pieceFrom(leapMs, planStateAt(last.plan, last.untilMs));
      pieces = [...pieces, last].slice(-PIECES_MAX);
    }
    const piece = pieces.findLast(({ plan }) => plan.startMs <= atMs) ?? pieces[0] ?? last;
    return planStateAt(piece.plan, atMs);
  };
}
