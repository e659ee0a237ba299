/**
 * The states of a guest's hold. `free`: no hold. `asking`: requested. `held`: renewed from a worker. `slipped`: it
 * expired with the hand on the control; a new request follows. `regaining`: requested again.
 */
export const guestHoldStates = ['free', 'asking', 'held', 'slipped', 'regaining'] as const;
/** One of the states of a guest's hold. */
export type GuestHoldState = (typeof guestHoldStates)[number];

/** The events of a hold. */
export const guestHoldEvents = [
  /** The hand is on a control, or a command is waiting. */
  'wanted',
  'granted',
  /** The cloud refused: a person with precedence has the device or has stopped it, or a new tap is required. */
  'refused',
  /** The cloud did not answer. */
  'failed',
  /** It expired, with the hand still on the control. */
  'slipped',
  /** It expired, and no hand is on the control. */
  'dropped',
  /** Another guest has control, or none has: the page shows that by itself. */
  'taken',
  /** A moment later. */
  'again',
  /** The hand has let go. */
  'handOff',
  /** The time for regaining the hold is over. */
  'tooLate',
  /** No motion of ours is left, and no hand has touched a control for a while. */
  'done',
  /** The session is over. */
  'over',
] as const;
/** One of the events of a hold. */
export type GuestHoldEvent = (typeof guestHoldEvents)[number];

/** The effects of a transition, by name; `guest-hold.ts` runs them, in the given order. */
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

/** A transition: the next state and the effects. */
export interface GuestHoldStep {
  readonly to: GuestHoldState;
  readonly run: readonly GuestHoldEffect[];
}

const letGoOf: GuestHoldStep = { to: 'free', run: ['refuseWaiting', 'endGrace'] };
/** A new tap is required now. */
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
    // An answer that is still on its way changes nothing then, and a grant in it expires by itself.
    handOff: late,
    taken: letGoOf,
    tooLate: late,
    over: letGoOf,
  },
};

/** The next state and the effects. Illegal events change nothing. */
export function stepGuestHold(state: GuestHoldState, event: GuestHoldEvent): GuestHoldStep {
  return table[state][event] ?? { to: state, run: [] };
}
