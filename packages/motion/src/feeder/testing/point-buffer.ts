import type { ScriptPoint } from '../../scripts/script.ts';
import { instantOfStreamTime, type StreamClock, streamMsAt } from '../../track/stream-clock.ts';
import type { BufferReport, PointsToAdd } from '../feeder-messages.ts';
import type { PointSource } from '../point-source.ts';

/** A device's buffer: over its capacity it drops the oldest points. It also records the feeder's mistakes. */
export interface PointBuffer {
  clock: StreamClock;
  /** The feeder's mistakes: points doubled, left out, or overwritten before they were played. */
  readonly mistakes: string[];
  readonly starvations: number;
  /** When the buffer runs out of points, as far as known now. */
  readonly emptyAtMs: number;
  readonly points: readonly ScriptPoint[];
  add(add: PointsToAdd, atMs: number): void;
  /** Starts or sets the clock; points in the same request are added first. */
  play(clock: StreamClock, atMs: number, add?: PointsToAdd): void;
  report(atMs: number): BufferReport;
  /** When the point with a stream index will be played. */
  playedAtMs(streamIndex: number): number | undefined;
}

/** An empty buffer; `source` is what it should hold. */
export function createPointBuffer(maxPoints: number, source: PointSource): PointBuffer {
  const mistakes: string[] = [];
  let points: ScriptPoint[] = [];
  let tail = 0;
  let starvations = 0;
  let playing = false;

  const emptyAtMs = () => {
    const last = points[points.length - 1];
    if (!playing || !last || (source.complete && tail >= source.length)) return Infinity;
    return instantOfStreamTime(buffer.clock, last.t);
  };

  const buffer: PointBuffer = {
    clock: { atMs: 0, streamMs: 0, rate: 0 },
    mistakes,
    get starvations() {
      return starvations;
    },
    get emptyAtMs() {
      return emptyAtMs();
    },
    get points() {
      return points;
    },
    add(add, atMs) {
      if (playing && emptyAtMs() < atMs) starvations += 1;
      const from = add.tail_point_stream_index - add.points.length;
      if (add.flush) points = [];
      else if (from !== tail) mistakes.push(`points from ${from} after ${tail}`);
      const wrong = add.points.findIndex((point, index) => {
        const wanted = source.pointAt(from + index);
        return wanted?.t !== point.t || wanted?.x !== point.x;
      });
      if (wrong >= 0) mistakes.push(`not the point ${from + wrong}`);
      if (add.points.length > 100) mistakes.push(`${add.points.length} points in one request`);
      points = [...points, ...add.points];
      tail = add.tail_point_stream_index;
      const streamMs = Math.max(buffer.clock.streamMs, streamMsAt(buffer.clock, atMs));
      if (points.length > maxPoints) {
        points = points.slice(points.length - maxPoints);
        if ((points[0]?.t ?? 0) > streamMs) mistakes.push(`overwrote the leg at ${streamMs}`);
      } else if (add.flush && playing && from > 0 && (points[0]?.t ?? 0) > streamMs) {
        mistakes.push(`emptied without the leg at ${streamMs}`);
      }
    },
    play(clock, atMs, add) {
      if (playing && emptyAtMs() < atMs) starvations += 1;
      playing = false;
      buffer.clock = clock;
      if (add) buffer.add(add, atMs);
      playing = true;
    },
    report(atMs) {
      const streamMs = streamMsAt(buffer.clock, atMs);
      return {
        points: points.length,
        max_points: maxPoints,
        current_point: playing ? points.findLastIndex(({ t }) => t <= streamMs) : -1,
        first_point_time: points[0]?.t ?? 0,
        last_point_time: points[points.length - 1]?.t ?? 0,
        tail_point_stream_index: tail,
      };
    },
    playedAtMs(streamIndex) {
      const point = points[streamIndex - 1 - (tail - points.length)];
      return point && playing ? instantOfStreamTime(buffer.clock, point.t) : undefined;
    },
  };
  return buffer;
}
