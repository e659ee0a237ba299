/**
 * The states of a guest's connection by a share link. `join-form`: asks for a name. `entering`: the secret is on its way. `turned-away`: the
 * cloud does not let us in. `resuming`: the tab has a session, and the cloud is asked how it stands. `inside`: the session
 * lives. `away`: it lives as far as we know, but the cloud does not answer. `elsewhere`: another tab of this browser uses the
 * session. `paused`: the page is not shown any more; the session lives on. `over`: it has ended, for good.
 */
export const guestConnectionStates = [
  ...['join-form', 'entering', 'turned-away', 'resuming', 'inside', 'away', 'elsewhere', 'paused', 'over'],
] as const;
/** One of the states of a guest's connection. */
export type GuestConnectionState = (typeof guestConnectionStates)[number];

/** What can happen to a guest's connection. */
export const guestConnectionEvents = [
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
  /** The session was received whole, or its stream has shown at least that it lives. */
  'updated',
  /** The stream of the session broke; it is opened again by itself. */
  'lost',
  /** The cloud says that the session is over. */
  'ended',
  /** The page goes away, and may come back. */
  'pause',
  /** The person leaves. */
  'leave',
] as const;
/** One of the things that can happen to a guest's connection. */
export type GuestConnectionEvent = (typeof guestConnectionEvents)[number];

/** What is to be done on the way, by name; `guest-connection.ts` does it, in the order given. */
export type GuestConnectionEffect =
  | 'exchange'
  | 'claim'
  | 'takeOver'
  | 'unclaim'
  | 'read'
  | 'readAgainLater'
  | 'open'
  | 'close'
  | 'sendLeave'
  | 'drop'
  | 'forget';

/** Where an event leads, and what is to be done on the way. */
export interface GuestConnectionStep {
  readonly to: GuestConnectionState;
  readonly run: readonly GuestConnectionEffect[];
}

const over: GuestConnectionStep = { to: 'over', run: ['close', 'forget'] };
const leave: GuestConnectionStep = { to: 'over', run: ['sendLeave', 'close', 'forget'] };
const updated: GuestConnectionStep = { to: 'inside', run: [] };
const elsewhere: GuestConnectionStep = { to: 'elsewhere', run: ['close'] };
const pause: GuestConnectionStep = { to: 'paused', run: ['close', 'unclaim'] };
const resume: GuestConnectionStep = { to: 'resuming', run: ['claim'] };
/** A session that the cloud has opened meanwhile is left when its answer comes. */
const abandon: GuestConnectionStep = { to: 'over', run: ['forget'] };

/** An event that a state does not list changes nothing. */
const table: Readonly<
  Record<GuestConnectionState, Partial<Readonly<Record<GuestConnectionEvent, GuestConnectionStep>>>>
> = {
  'join-form': { enter: { to: 'entering', run: ['exchange'] }, resume, leave: abandon },
  entering: {
    entered: { to: 'inside', run: ['claim', 'open'] },
    refused: { to: 'turned-away', run: [] },
    failed: { to: 'join-form', run: [] },
    pause: { to: 'join-form', run: [] },
    leave: abandon,
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
  inside: { updated, lost: { to: 'away', run: [] }, elsewhere, ended: over, pause, leave },
  away: { updated, elsewhere, ended: over, pause, leave },
  elsewhere: {
    takeOver: { to: 'resuming', run: ['takeOver'] },
    joinAnew: { to: 'join-form', run: ['drop'] },
    pause,
  },
  paused: { resume },
  over: {},
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepGuestConnection(state: GuestConnectionState, event: GuestConnectionEvent): GuestConnectionStep {
  return table[state][event] ?? { to: state, run: [] };
}
