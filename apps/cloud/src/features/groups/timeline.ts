/** The reason why a timeline is paused. */
export type PauseCause = 'host' | 'host-gone' | 'end';

/** A timeline: at `positionMs` until the instant `atMs` (since the epoch), from there on at `rate` where it plays. */
export interface Timeline {
  /** Increases with every change. */
  readonly seq: number;
  readonly playing: boolean;
  readonly positionMs: number;
  readonly atMs: number;
  readonly rate: number;
  readonly pausedBy: PauseCause | undefined;
}

/** A host's change of the timeline; undefined fields stay as they are. */
export interface TimelineUpdate {
  readonly playing: boolean | undefined;
  readonly positionMs: number | undefined;
  readonly rate: number | undefined;
}

/** Delay between a change and its effect, so that all members have received it by then. @internal */
export const TIMELINE_CHANGE_DELAY_MS = 500;

/** A timeline that is paused at the start. */
export const newTimeline = (seq: number, nowMs: number): Timeline => ({
  ...{ seq, playing: false, positionMs: 0, atMs: nowMs, rate: 1, pausedBy: undefined },
});

/** The position at an instant, within the script. */
export function timelinePositionAt(
  { playing, positionMs, atMs, rate }: Timeline,
  lengthMs: number,
  nowMs: number,
): number {
  const goneMs = playing ? Math.max(0, nowMs - atMs) * rate : 0;
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
  const atMs = nowMs + (playing ? TIMELINE_CHANGE_DELAY_MS : 0);
  // A new rate alone does not make the host the reason of the pause.
  const isByHost = update.playing !== undefined || update.positionMs !== undefined;
  return {
    seq: timeline.seq + 1,
    playing,
    positionMs: Math.round(Math.min(update.positionMs ?? timelinePositionAt(timeline, lengthMs, atMs), lengthMs)),
    atMs,
    rate: update.rate ?? timeline.rate,
    pausedBy: playing ? undefined : isByHost ? 'host' : timeline.pausedBy,
  };
}

/** The timeline, paused at its present position. */
export const pausedTimeline = (timeline: Timeline, by: PauseCause, lengthMs: number, nowMs: number): Timeline => ({
  ...timelineAfterUpdate(timeline, { playing: false, positionMs: undefined, rate: undefined }, lengthMs, nowMs),
  pausedBy: by,
});
