import type { ScriptPoint } from '../../scripts/script.ts';
import { stepFeeder } from '../feeder.ts';
import type { BufferReport, FeederEvent, FeederRequest } from '../feeder-messages.ts';
import { createFeederState, type FeederOptions, type FeederState } from '../feeder-state.ts';
import type { PointSource } from '../point-source.ts';

/** A buffer that is filled over a socket. */
export const OPTIONS: FeederOptions = {
  pointsPerAdd: 100,
  maxInFlight: 3,
  aheadLimitMs: Infinity,
  liveTickMs: 250,
};

/** Points at a steady beat. */
export const every = (gapMs: number, count: number): ScriptPoint[] =>
  Array.from({ length: count }, (_, index) => ({ t: index * gapMs, x: (index * 13) % 101 }));

/** A feeder that a test controls step by step: the test decides when requests are answered. */
export function byHand(source: PointSource, options: Partial<FeederOptions> = {}, maxPoints = 4000) {
  let state: FeederState = createFeederState({ ...OPTIONS, ...options });
  let wakeAtMs: number | undefined;
  const handle = (event: FeederEvent): readonly FeederRequest[] => {
    const feeding = stepFeeder(state, source, event);
    state = feeding.state;
    wakeAtMs = feeding.wakeAtMs;
    return feeding.requests;
  };
  const report = (from: number, to: number, currentPoint = -1): BufferReport => ({
    points: to - from,
    max_points: maxPoints,
    current_point: currentPoint,
    first_point_time: source.pointAt(from)?.t ?? 0,
    last_point_time: source.pointAt(to - 1)?.t ?? 0,
    tail_point_stream_index: to,
  });
  return {
    handle,
    report,
    prime: (streamMs = 0) => handle({ type: 'prime', atMs: 0, streamMs, maxPoints }),
    play: (atMs: number, streamMs: number, rate = 1) =>
      handle({ type: 'play', atMs, clock: { atMs, streamMs, rate }, holdAll: false }),
    /** Answers requests until no more are sent. */
    settle(requests: readonly FeederRequest[], atMs: number): FeederRequest[] {
      const all = [...requests];
      for (const { id } of all) {
        all.push(...handle({ type: 'answered', atMs, id, report: report(state.fromIndex, state.sentIndex) }));
      }
      return all;
    },
    get state() {
      return state;
    },
    get wakeAtMs() {
      return wakeAtMs;
    },
  };
}

/** The points in a request. */
export const addOf = (request: FeederRequest | undefined) => (request && 'add' in request ? request.add : undefined);
/** The span of source points in a request: from index, to before index. */
export const spanOf = (request: FeederRequest | undefined) => {
  const add = addOf(request);
  return add && [add.tail_point_stream_index - add.points.length, add.tail_point_stream_index];
};
