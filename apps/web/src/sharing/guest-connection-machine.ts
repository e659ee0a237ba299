/**
 * The states of a guest's connection by a share link. `join-form`: the person enters a name. `entering`: the secret was sent.
 * `turned-away`: the cloud refused it. `resuming`: the tab has a session, whose state is requested. `inside`: the session is
 * valid. `away`: it may be valid, but the cloud does not answer. `elsewhere`: another tab of this browser uses the
 * session. `paused`: the page is closed; the session lives on. `over`: it has ended for good.
 */
export const guestConnectionStates = [
  ...['join-form', 'entering', 'turned-away', 'resuming', 'inside', 'away', 'elsewhere', 'paused', 'over'],
] as const;
/** One of the states of a guest's connection. */
export type GuestConnectionState = (typeof guestConnectionStates)[number];

/** The events of a guest's connection. */
export const guestConnectionEvents = [
  /** The person has entered a name. */
  'enter',
  'entered',
  /** The cloud refused; another request would get the same answer. */
  'refused',
  /** The cloud did not answer. */
  'failed',
  /** The tab has a session already. */
  'resume',
  /** This tab may use the session. */
  'claimed',
  /** Another tab of this browser uses the session. */
  'elsewhere',
  /** The person wants the session in this tab. */
  'takeOver',
  /** The person wants another session, as another guest. */
  'joinAnew',
  /** The session was received, or its stream has shown at least that it is valid. */
  'updated',
  /** The stream of the session broke; it reopens by itself. */
  'lost',
  /** The cloud reports that the session is over. */
  'ended',
  /** The page is being closed, and may come back. */
  'pause',
  /** The person leaves. */
  'leave',
] as const;
/** One of the events of a guest's connection. */
export type GuestConnectionEvent = (typeof guestConnectionEvents)[number];

/** The effects of a transition, by name; `guest-connection.ts` runs them, in the given order. */
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

/** A transition: the next state and the effects. */
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
/** A session that the cloud opens meanwhile is left when its answer arrives. */
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

/** The next state and the effects. Illegal events change nothing. */
export function stepGuestConnection(state: GuestConnectionState, event: GuestConnectionEvent): GuestConnectionStep {
  return table[state][event] ?? { to: state, run: [] };
}
