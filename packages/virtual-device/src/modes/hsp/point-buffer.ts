import { recordedSource, type ScriptPoint } from '@tactus/motion';

/** The points in the player, oldest first; never changed in place, so that a plan may reference them. */
export interface PointBuffer {
  readonly points: readonly ScriptPoint[];
  /** Index in the stream of the last point: clients count from 1. */
  readonly tailIndex: number;
}

/** Points to append. */
export interface BufferAddition {
  readonly points: readonly ScriptPoint[];
  readonly tail_point_stream_index?: number | undefined;
  readonly flush: boolean;
}

/** A buffer without points. */
export const EMPTY_BUFFER: PointBuffer = { points: [], tailIndex: 0 };

/**
 * Appends points; beyond the capacity the oldest are dropped. A point with a time before that of the last one cannot be
 * played and is left out. Without an index the points are counted on.
 */
export function addPoints(buffer: PointBuffer, add: BufferAddition, capacity: number): PointBuffer {
  const held = add.flush ? [] : buffer.points;
  let lastMs = held.at(-1)?.t ?? 0;
  const taken = add.points.filter(({ t }) => {
    const isTaken = t >= lastMs;
    if (isTaken) lastMs = t;
    return isTaken;
  });
  const points = held.concat(taken);
  const tailIndex = add.tail_point_stream_index ?? buffer.tailIndex + add.points.length;
  return { points: points.length > capacity ? points.slice(points.length - capacity) : points, tailIndex };
}

/** Slot in the buffer of the point with a stream index: negative when dropped, `length` or more when not there yet. */
export function slotOf({ points, tailIndex }: PointBuffer, streamIndex: number): number {
  return points.length - 1 - (tailIndex - streamIndex);
}

/** How many points are not after a stream time. */
export const countPlayed = ({ points }: PointBuffer, streamMs: number): number =>
  recordedSource(points).countUntil(streamMs);
