import type { GroupView, TimelineUpdate } from '@tactus/protocol';

/** A timeline: at `position_ms` until the instant `at` (since the epoch), from there on at `rate` where it plays. */
export type Timeline = Readonly<GroupView['timeline']>;

/** The reason why a timeline is paused. */
export type PauseCause = NonNullable<Timeline['paused_by']>;

/** Delay between a change and its effect, so that all members have received it by then. @internal */
export const TIMELINE_CHANGE_DELAY_MS = 500;

/** A timeline that is paused at the start. */
export const newTimeline = (seq: number, nowMs: number): Timeline => ({
  ...{ seq, playing: false, position_ms: 0, at: nowMs, rate: 1, paused_by: null },
});

/** The position at an instant, within the script. */
export function timelinePositionAt(
  { playing, position_ms: positionMs, at, rate }: Timeline,
  lengthMs: number,
  nowMs: number,
): number {
  const goneMs = playing ? Math.max(0, nowMs - at) * rate : 0;
  return Math.min(positionMs + goneMs, lengthMs);
}

/** The timeline after an update. A new rate alone does not make the position jump. */
export function timelineAfterUpdate(
  timeline: Timeline,
  update: TimelineUpdate,
  lengthMs: number,
  nowMs: number,
): Timeline {
  const playing = update.playing ?? timeline.playing;
  const at = nowMs + (playing ? TIMELINE_CHANGE_DELAY_MS : 0);
  // A new rate alone does not make the host the reason of the pause.
  const isByHost = update.playing !== undefined || update.position_ms !== undefined;
  return {
    seq: timeline.seq + 1,
    playing,
    position_ms: Math.round(Math.min(update.position_ms ?? timelinePositionAt(timeline, lengthMs, at), lengthMs)),
    at,
    rate: update.rate ?? timeline.rate,
    paused_by: playing ? null : isByHost ? 'host' : timeline.paused_by,
  };
}

/** The timeline, paused at its present position. */
export const pausedTimeline = (timeline: Timeline, by: PauseCause, lengthMs: number, nowMs: number): Timeline => ({
  ...timelineAfterUpdate(timeline, { playing: false }, lengthMs, nowMs),
  paused_by: by,
});
