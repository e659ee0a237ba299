import type { ScriptColumns } from '@tactus/motion';
import type { GroupOver, TimelineWish } from './group-api.ts';
import type { GroupView } from './group-view.ts';

/** What the host wished for last. */
export interface Wished {
  /** Undefined: it plays or rests as before. */
  readonly wants: 'play' | 'rest' | undefined;
  /** Undefined: it stays. */
  readonly rate: number | undefined;
  /** `asked`: it is on its way. `failed`: home may have done it all the same. `done`: what is told of the room knows of it. */
  readonly state: 'asked' | 'failed' | 'done';
}

/** What is known about a room that one is in. */
export interface RoomFacts {
  /** `lost`: home is not heard; it is tried again by itself. `over`: for good. */
  readonly state: 'inside' | 'lost' | 'over';
  readonly view: GroupView;
  readonly over: GroupOver | undefined;
  /** The points that play, once they are here. */
  readonly points: { readonly rev: number; readonly columns: ScriptColumns } | undefined;
  readonly wished: Wished | undefined;
}

/** The wish that home has not answered yet. */
const askedOf = ({ wished }: RoomFacts): Wished | undefined => (wished?.state === 'asked' ? wished : undefined);

/** Whether Pause is offered: from the press of Play on, and until home tells that it rests. */
export const canPause = (facts: RoomFacts): boolean => facts.view.timeline.playing || askedOf(facts)?.wants === 'play';

/** The rate that another step starts from. */
export const rateOf = (facts: RoomFacts): number => askedOf(facts)?.rate ?? facts.view.timeline.rate;

/** What the host wishes for with a press. What the press says nothing about is as it was wished for last. */
export function wishedBy(facts: RoomFacts, { playing, rate }: TimelineWish): Wished {
  const { wished } = facts;
  const before = wished?.state === 'failed' ? undefined : wished;
  return {
    // A play that home has done is told by the view from then on.
    wants: playing === undefined ? wantsOf(before) : playing ? 'play' : 'rest',
    rate: rate ?? askedOf(facts)?.rate,
    state: 'asked',
  };
}

const wantsOf = (before: Wished | undefined): Wished['wants'] =>
  before?.state === 'done' && before.wants === 'play' ? undefined : before?.wants;
