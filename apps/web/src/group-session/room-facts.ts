import type { ScriptColumns } from '@tactus/motion';
import type { GroupOver } from './group-api.ts';
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

/**
 * Whether a seek and another rate let it play on: where it is known to play and the host has not wished for a rest since. What
 * is not heard may have been paused by home meanwhile, and then only Play starts it.
 */
export function playsOn(facts: RoomFacts): boolean {
  const { state, view, wished } = facts;
  if (state !== 'inside') return false;
  if (wished?.state === 'failed' && wished.wants === 'rest') return false;
  const wants = askedOf(facts)?.wants;
  return wants === undefined ? view.timeline.playing : wants === 'play';
}

/** Whether Pause is offered: from the press of Play on, and until home tells that it rests. */
export const canPause = (facts: RoomFacts): boolean => facts.view.timeline.playing || askedOf(facts)?.wants === 'play';

/** Whether somebody's device may move, or start to in a moment. */
export const mayPlay = (facts: RoomFacts): boolean =>
  canPause(facts) || (facts.wished?.state === 'failed' && facts.wished.wants === 'play');

/** The rate that another step starts from. */
export const rateOf = (facts: RoomFacts): number => askedOf(facts)?.rate ?? facts.view.timeline.rate;

/** What the host wishes for with a press. What the press says nothing about is as it was wished for last. */
export function wishedBy(
  facts: RoomFacts,
  press: { readonly playing?: boolean; readonly rate?: number },
  playing: boolean,
): Wished {
  const before = askedOf(facts);
  const goesOn = press.playing === undefined && playing;
  return {
    wants: goesOn ? before?.wants : playing ? 'play' : 'rest',
    rate: press.rate ?? before?.rate,
    state: 'asked',
  };
}
