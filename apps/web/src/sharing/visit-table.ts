/**
 * The states of a visit by a share link. `door`: asks who comes. `entering`: the secret is on its way. `turned-away`: the
 * cloud does not let us in. `resuming`: the tab has a session, and the cloud is asked how it stands. `inside`: the session
 * lives. `away`: it lives as far as we know, but the cloud is not heard. `elsewhere`: another tab of this browser uses the
 * session. `paused`: the page is not shown any more; the session lives on. `over`: it has ended, for good.
 */
export const visitStates = [
  ...['door', 'entering', 'turned-away', 'resuming', 'inside', 'away', 'elsewhere', 'paused', 'over'],
] as const;
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
  /** The tab has a session already. */
  'resume',
  /** The session is this tab's to use. */
  'claimed',
  /** Another tab of this browser uses the session. */
  'elsewhere',
  /** The person wants the session in this tab. */
  'takeOver',
  /** The person wants another session, as another guest. */
  'joinAnew',
  /** The session was told, whole, or at least something was heard of its stream. */
  'told',
  /** The stream of the session broke; it is opened again by itself. */
  'lost',
  /** The cloud says that the session is over. */
  'ended',
  /** The page goes away, and may come back. */
  'pause',
  /** The person leaves. */
  'leave',
] as const;
/** One of the things that can happen to a visit. */
export type VisitEvent = (typeof visitEvents)[number];

/** What is to be done on the way, by name; `visit.ts` does it, in the order given. */
export type VisitEffect =
  | 'exchange'
  | 'claim'
  | 'takeOver'
  | 'unclaim'
  | 'read'
  | 'readAgainLater'
  | 'open'
  | 'close'
  | 'sayGoodbye'
  | 'drop'
  | 'forget';

/** Where an event leads, and what is to be done on the way. */
export interface VisitStep {
  readonly to: VisitState;
  readonly run: readonly VisitEffect[];
}

const over: VisitStep = { to: 'over', run: ['close', 'forget'] };
const leave: VisitStep = { to: 'over', run: ['sayGoodbye', 'close', 'forget'] };
const told: VisitStep = { to: 'inside', run: [] };
const elsewhere: VisitStep = { to: 'elsewhere', run: ['close'] };
const pause: VisitStep = { to: 'paused', run: ['close', 'unclaim'] };
const resume: VisitStep = { to: 'resuming', run: ['claim'] };
/** What the cloud has let in meanwhile is told goodbye when its answer comes. */
const giveUp: VisitStep = { to: 'over', run: ['forget'] };

/** An event that a state does not list changes nothing. */
const table: Readonly<Record<VisitState, Partial<Readonly<Record<VisitEvent, VisitStep>>>>> = {
  door: { enter: { to: 'entering', run: ['exchange'] }, resume, leave: giveUp },
  entering: {
    entered: { to: 'inside', run: ['claim', 'open'] },
    refused: { to: 'turned-away', run: [] },
    failed: { to: 'door', run: [] },
    pause: { to: 'door', run: [] },
    leave: giveUp,
  },
  'turned-away': {},
  resuming: {
    claimed: { to: 'resuming', run: ['read'] },
    entered: { to: 'inside', run: ['open'] },
    failed: { to: 'resuming', run: ['readAgainLater'] },
    elsewhere,
    ended: over,
    pause,
    leave,
  },
  inside: { told, lost: { to: 'away', run: [] }, elsewhere, ended: over, pause, leave },
  away: { told, elsewhere, ended: over, pause, leave },
  elsewhere: {
    takeOver: { to: 'resuming', run: ['takeOver'] },
    joinAnew: { to: 'door', run: ['drop'] },
    pause,
  },
  paused: { resume },
  over: {},
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepVisit(state: VisitState, event: VisitEvent): VisitStep {
  return table[state][event] ?? { to: state, run: [] };
}
