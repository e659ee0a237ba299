/**
 * The states of a visit by a share link. `door`: asks who comes. `entering`: the secret is on its way. `turned-away`: the
 * cloud does not let us in. `inside`: the session lives. `away`: it lives as far as we know, but the cloud is not heard.
 * `over`: it has ended, for good.
 */
export const visitStates = ['door', 'entering', 'turned-away', 'inside', 'away', 'over'] as const;
/** One of the states of a visit. */
export type VisitState = (typeof visitStates)[number];

/** What can happen to a visit. */
export const visitEvents = [
  /** The person has said their name. */
  'enter',
  'entered',
  /** The cloud says no; asking again gives the same answer. */
  'refused',
  /** The cloud did not answer. */
  'failed',
  /** The session was told, whole. */
  'told',
  /** The stream of the session broke; it is opened again by itself. */
  'lost',
  /** The cloud says that the session is over. */
  'ended',
  /** The person leaves, or the page goes away. */
  'leave',
] as const;
/** One of the things that can happen to a visit. */
export type VisitEvent = (typeof visitEvents)[number];

/** What is to be done on the way, by name; `visit.ts` does it, in the order given. */
export type VisitEffect = 'exchange' | 'open' | 'close' | 'sayGoodbye' | 'forget';

/** Where an event leads, and what is to be done on the way. */
export interface VisitStep {
  readonly to: VisitState;
  readonly run: readonly VisitEffect[];
}

const over: VisitStep = { to: 'over', run: ['close', 'forget'] };
const leave: VisitStep = { to: 'over', run: ['sayGoodbye', 'close', 'forget'] };
const told: VisitStep = { to: 'inside', run: [] };

/** An event that a state does not list changes nothing. */
const table: Readonly<Record<VisitState, Partial<Readonly<Record<VisitEvent, VisitStep>>>>> = {
  door: {
    enter: { to: 'entering', run: ['exchange'] },
    leave: { to: 'over', run: ['forget'] },
  },
  entering: {
    entered: { to: 'inside', run: ['open'] },
    refused: { to: 'turned-away', run: ['forget'] },
    failed: { to: 'door', run: [] },
    // What the cloud has let in meanwhile is told goodbye when its answer comes.
    leave: { to: 'over', run: ['forget'] },
  },
  'turned-away': {},
  inside: { told, lost: { to: 'away', run: [] }, ended: over, leave },
  away: { told, ended: over, leave },
  over: {},
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepVisit(state: VisitState, event: VisitEvent): VisitStep {
  return table[state][event] ?? { to: state, run: [] };
}
