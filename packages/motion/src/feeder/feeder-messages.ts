import type { ScriptPoint } from '../scripts/script.ts';
import type { StreamClock } from '../track/stream-clock.ts';

/** A point player's report of its buffer: the part of HspState that the feeder reads. */
export interface BufferReport {
  readonly points: number;
  readonly max_points: number;
  /** 0-based index in the buffer of the last point played; -1 before the first. */
  readonly current_point: number;
  readonly first_point_time: number;
  readonly last_point_time: number;
  readonly tail_point_stream_index: number;
}

/** Points to append, as `/hsp/add` and the `add` of `/hsp/play` take them. */
export interface PointsToAdd {
  readonly points: ScriptPoint[];
  /** How many points of the source there are up to and including the last of these. */
  readonly tail_point_stream_index: number;
  readonly flush: boolean;
  readonly tail_point_threshold?: number;
}

/** An event for the feeder. `atMs` is on the same clock as the `StreamClock`s. */
export type FeederEvent = { readonly atMs: number } & (
  | {
      /** A new stream was set up: fill the buffer for a start at a stream time. */
      readonly type: 'prime';
      readonly streamMs: number;
      readonly maxPoints: number;
    }
  | {
      /** Play, or play on from another time. `holdAll`: the device loops, so it has to hold every point. */
      readonly type: 'play';
      readonly clock: StreamClock;
      readonly holdAll: boolean;
    }
  | {
      /** The clock changed: rate, synctime, pause, resume, or the device paused on starving (rate 0) and resumed. */
      readonly type: 'clock';
      readonly clock: StreamClock;
    }
  | {
      /** The source has grown or ended. */
      readonly type: 'points';
    }
  | {
      /** A request was answered; each request must end in exactly one 'answered' or 'failed'. */
      readonly type: 'answered';
      readonly id: number;
      readonly report: BufferReport;
    }
  | {
      /** A request was refused, lost or not answered in time: the device may have executed it or not. */
      readonly type: 'failed';
      readonly id: number;
    }
  | {
      /** The device sent a report of its buffer without a request: threshold reached, starving. */
      readonly type: 'reported';
      readonly report: BufferReport;
    }
  | {
      /** The device may have executed an earlier request in between: read what it holds. */
      readonly type: 'uncertain';
    }
  | {
      /** The instant of `wakeAtMs` has come. */
      readonly type: 'wake';
    }
  | {
      /** Playing has ended; the points in the buffer stay. */
      readonly type: 'stop';
    }
);

/** A request to send. A request of an older generation that was not sent yet may be dropped. */
export type FeederRequest = { readonly id: number; readonly generation: number } & (
  | { readonly kind: 'add'; readonly add: PointsToAdd }
  /** `/hsp/play` for the clock of the 'play' event; the points that it needs are part of it. */
  | { readonly kind: 'play'; readonly add?: PointsToAdd }
  /** `/hsp/state`: only it shows the outcome of a failed request. */
  | { readonly kind: 'read' }
);
