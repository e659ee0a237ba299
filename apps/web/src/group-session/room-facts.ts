import type { ScriptColumns } from '@tactus/motion';
import type { GroupOver, TimelineUpdate } from './group-api.ts';
import type { GroupView } from './group-view.ts';

/** What the host commanded last. */
export interface TimelineTarget {
  /** Undefined: it plays or rests as before. */
  readonly wants: 'play' | 'rest' | undefined;
  /** Undefined: it stays. */
  readonly rate: number | undefined;
  /** `asked`: it is on its way. `failed`: home may have done it all the same. `done`: the view of the room includes it. */
  readonly state: 'asked' | 'failed' | 'done';
}

/** What is known about a room that one is in. */
export interface RoomFacts {
  /** `lost`: home does not answer; it is tried again by itself. `over`: for good. */
  readonly state: 'inside' | 'lost' | 'over';
  readonly view: GroupView;
  readonly over: GroupOver | undefined;
  /** The points that play, once they are here. */
  readonly points: { readonly rev: number; readonly columns: ScriptColumns } | undefined;
  readonly target: TimelineTarget | undefined;
}

/** The target that home has not answered yet. */
const pendingTarget = ({ target }: RoomFacts): TimelineTarget | undefined =>
  target?.state === 'asked' ? target : undefined;

/** Whether Pause is offered: from the press of Play on, and until home reports that it rests. */
export const canPause = (facts: RoomFacts): boolean =>
  facts.view.timeline.playing || pendingTarget(facts)?.wants === 'play';

/** The rate that another step starts from. */
export const rateOf = (facts: RoomFacts): number => pendingTarget(facts)?.rate ?? facts.view.timeline.rate;

/** The target after a press. What the press leaves out is as in the last target. */
export function targetOf(facts: RoomFacts, { playing, rate }: TimelineUpdate): TimelineTarget {
  const { target } = facts;
  const before = target?.state === 'failed' ? undefined : target;
  return {
    // A play that home has done is in the view from then on.
    wants: playing === undefined ? wantsOf(before) : playing ? 'play' : 'rest',
    rate: rate ?? pendingTarget(facts)?.rate,
    state: 'asked',
  };
}

const wantsOf = (before: TimelineTarget | undefined): TimelineTarget['wants'] =>
  before?.state === 'done' && before.wants === 'play' ? undefined : before?.wants;
