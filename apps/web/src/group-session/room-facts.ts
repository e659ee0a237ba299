import type { ScriptColumns } from '@tactus/motion';
import type { GroupView, TimelineUpdate } from '@tactus/protocol';
import type { GroupOverReason } from './group-api.ts';

/** The timeline as the host's last command requests it, and whether home has executed the command. */
export interface RequestedTimeline {
  /** Undefined: play state unchanged. */
  readonly wants: 'play' | 'rest' | undefined;
  /** Undefined: rate unchanged. */
  readonly rate: number | undefined;
  /** `pending`: in flight. `failed`: home may have executed it all the same. `done`: the view of the room includes it. */
  readonly state: 'pending' | 'failed' | 'done';
}

/** The state of an open room. */
export interface RoomFacts {
  /** `lost`: home does not answer; retries run by themselves. `over`: final. */
  readonly state: 'inside' | 'lost' | 'over';
  readonly view: GroupView;
  readonly over: GroupOverReason | undefined;
  /** The points of the script, once they are loaded. */
  readonly points: { readonly rev: number; readonly columns: ScriptColumns } | undefined;
  readonly target: RequestedTimeline | undefined;
}

/** The target that home has not answered yet. */
const pendingTarget = ({ target }: RoomFacts): RequestedTimeline | undefined =>
  target?.state === 'pending' ? target : undefined;

/** Whether Pause is offered: from the press of Play on, until home reports a paused timeline. */
export const isPauseOffered = (facts: RoomFacts): boolean =>
  facts.view.timeline.playing || pendingTarget(facts)?.wants === 'play';

/** The playback rate that the host last requested, else the rate that home reports: the next step starts from it. */
export const requestedRate = (facts: RoomFacts): number => pendingTarget(facts)?.rate ?? facts.view.timeline.rate;

/** The target after a press. Fields that the press omits come from the last target. */
export function requestedTimelineAfter(facts: RoomFacts, { playing, rate }: TimelineUpdate): RequestedTimeline {
  const { target } = facts;
  const before = target?.state === 'failed' ? undefined : target;
  return {
    // A play that home has executed is in the view from then on.
    wants: playing === undefined ? wantsOf(before) : playing ? 'play' : 'rest',
    rate: rate ?? pendingTarget(facts)?.rate,
    state: 'pending',
  };
}

const wantsOf = (before: RequestedTimeline | undefined): RequestedTimeline['wants'] =>
  before?.state === 'done' && before.wants === 'play' ? undefined : before?.wants;
