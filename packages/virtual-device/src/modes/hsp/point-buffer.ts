import { recordedSource, type ScriptPoint } from '@tactus/motion';

/** The points that the player holds, oldest first; never changed in place, so that a plan may keep them. */
export interface PointBuffer {
  readonly points: readonly ScriptPoint[];
  /** Index in the stream of the last point: working clients count from 1 (api-v3.md 5.2). */
  readonly tailIndex: number;
}

/** What is to be appended. */
export interface PointsAdd {
  readonly points: readonly ScriptPoint[];
  readonly tail_point_stream_index?: number | undefined;
  readonly flush: boolean;
}

export const EMPTY_BUFFER: PointBuffer = { points: [], tailIndex: 0 };

/**
 * Appends; beyond the capacity the oldest points go (api-v3.md 5.2). A point of a time before that of the last one is too
 * old to be played and is left out. Without an index the points are counted on.
 */
export function append(buffer: PointBuffer, add: PointsAdd, capacity: number): PointBuffer {
  const points = add.flush ? [] : [...buffer.points];
  for (const point of add.points) if (point.t >= (points.at(-1)?.t ?? 0)) points.push(point);
  const tailIndex = add.tail_point_stream_index ?? buffer.tailIndex + add.points.length;
  return { points: points.length > capacity ? points.slice(points.length - capacity) : points, tailIndex };
}

/** Place in the buffer of the point with an index in the stream: negative when it is gone, `length` or more when not there yet. */
export function slotOf({ points, tailIndex }: PointBuffer, streamIndex: number): number {
  return points.length - 1 - (tailIndex - streamIndex);
}

/** How many points are not after a stream time. */
export const playedUntil = ({ points }: PointBuffer, streamMs: number): number =>
  recordedSource(points).countUntil(streamMs);

/** What a lap takes when the buffer is looped; 0 where there is nothing to loop. */
export const lapMsOf = ({ points }: PointBuffer): number => (points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0);

/** Brings a time after the end of a looped buffer back into it. */
export function folded(buffer: PointBuffer, streamMs: number): number {
  const firstMs = buffer.points[0]?.t ?? 0;
  const lapMs = lapMsOf(buffer);
  return lapMs > 0 && streamMs >= firstMs + lapMs ? firstMs + ((streamMs - firstMs) % lapMs) : streamMs;
}

/**
 * The points from a stream time on, with one on the way at that very time: what a start from there begins with. After the
 * end it is the last one, held.
 */
export function pointsFrom({ points }: PointBuffer, streamMs: number): readonly ScriptPoint[] {
  const next = points.findIndex(({ t }) => t > streamMs);
  const last = points.at(-1);
  if (next < 0) return last ? [{ t: streamMs, x: last.x }] : [];
  const [before, after] = [points[next - 1], points[next]];
  if (!before || !after) return points;
  const share = (streamMs - before.t) / (after.t - before.t);
  return [{ t: streamMs, x: before.x + (after.x - before.x) * share }, ...points.slice(next)];
}
