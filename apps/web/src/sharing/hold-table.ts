/**
 * The states of a guest's hold. `free`: nothing is held. `asking`: on its way. `held`: renewed from a worker. `slipped`: it
 * ran out with the hand on the control, and is tried to be had back. `regaining`: asked for again.
 */
export const guestHoldStates = ['free', 'asking', 'held', 'slipped', 'regaining'] as const;
/** One of the states of a guest's hold. */
export type GuestHoldState = (typeof guestHoldStates)[number];

/** What can happen to it. */
export const guestHoldEvents = [
  /** The hand is on a control, or a command waits. */
  'wanted',
  'granted',
  /** The cloud says no: somebody with a better right has the device or has stopped it, or it takes a tap. */
  'refused',
  /** The cloud did not answer. */
  'failed',
  /** It ran out, with the hand still on the control. */
  'slipped',
  /** It ran out, and no hand is on the control. */
  'dropped',
  /** Control is another guest's, or nobody's: the page says so by itself. */
  'taken',
  /** A moment later. */
  'again',
  /** The hand has let go. */
  'handOff',
  /** The time to come back is over. */
  'tooLate',
  /** Nothing of ours moves any more, and nobody has touched a control for a while. */
  'done',
  /** The session is over. */
  'over',
] as const;
/** One of the things that can happen to it. */
export type GuestHoldEvent = (typeof guestHoldEvents)[number];

/** What is to be done on the way, by name; `guest-hold.ts` does it, in the order given. */
export type GuestHoldEffect =
  | 'take'
  | 'startRenewing'
  | 'stopRenewing'
  | 'release'
  | 'startGrace'
  | 'endGrace'
  | 'passWaiting'
  | 'refuseWaiting'
  | 'rampUp'
  | 'reportLost'
  | 'reportUnheard'
  | 'reportBusy';

/** Where an event leads, and what is to be done on the way. */
export interface GuestHoldStep {
  readonly to: GuestHoldState;
  readonly run: readonly GuestHoldEffect[];
}

const letGoOf: GuestHoldStep = { to: 'free', run: ['refuseWaiting', 'endGrace'] };
/** It takes a tap now. */
const late: GuestHoldStep = { to: 'free', run: ['refuseWaiting', 'endGrace', 'reportLost'] };
const lose: GuestHoldStep = { to: 'free', run: ['stopRenewing', 'refuseWaiting'] };
const regain: GuestHoldStep = { to: 'regaining', run: ['take'] };

/** docs/sharing.md, "The hold". An event that a state does not list changes nothing. */
const table: Readonly<Record<GuestHoldState, Partial<Readonly<Record<GuestHoldEvent, GuestHoldStep>>>>> = {
  free: { wanted: { to: 'asking', run: ['take'] } },
  asking: {
    granted: { to: 'held', run: ['startRenewing', 'passWaiting'] },
    refused: { to: 'free', run: ['refuseWaiting', 'reportBusy'] },
    failed: { to: 'free', run: ['refuseWaiting', 'reportUnheard'] },
    over: { to: 'free', run: ['refuseWaiting'] },
  },
  held: {
    slipped: { to: 'slipped', run: ['stopRenewing', 'refuseWaiting', 'startGrace'] },
    dropped: { to: 'free', run: ['stopRenewing', 'refuseWaiting', 'reportLost'] },
    refused: { to: 'free', run: [...lose.run, 'reportBusy'] },
    taken: lose,
    done: { to: 'free', run: ['stopRenewing', 'release'] },
    over: lose,
  },
  slipped: { wanted: regain, again: regain, handOff: late, taken: letGoOf, tooLate: late, over: letGoOf },
  regaining: {
    granted: { to: 'held', run: ['endGrace', 'startRenewing', 'passWaiting', 'rampUp'] },
    refused: late,
    failed: { to: 'slipped', run: ['refuseWaiting'] },
    tooLate: late,
    over: letGoOf,
  },
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepGuestHold(state: GuestHoldState, event: GuestHoldEvent): GuestHoldStep {
  return table[state][event] ?? { to: state, run: [] };
}
