/**
 * The states of a hold. `none`: nothing is held. `asking`: on its way. `held`: we have it. `elsewhere`: somebody else
 * has it. `lost`: it ran out under our hands.
 */
export const holdStates = ['none', 'asking', 'held', 'elsewhere', 'lost'] as const;
/** One of the states of a hold. */
export type HoldState = (typeof holdStates)[number];

/** What can happen to a hold. */
export const holdEvents = [
  /** Something is to move, or a person acts: it is needed from now on. */
  'wanted',
  'granted',
  /** It could not be asked for; nobody has refused it. */
  'failed',
  /** Somebody with a better right has it; what we started must stop. */
  'refused',
  /** Somebody has it, and we have started nothing. */
  'taken',
  /** A newer one of the same rank took it over; whoever takes over stops first. */
  'takenOver',
  /** Its time is over without a renewal that we know of: nobody may count on the other side having stopped. */
  'lapsed',
  /** Its time is over, and the other side has stopped what moved. */
  'ranOut',
  /** It is not needed any more; nothing moves. */
  'letGo',
  /** Whoever holds it goes away, and what moves must not go on without them. */
  'leave',
  /** Whoever had it has let it go. */
  'freed',
] as const;
/** One of the things that can happen to a hold. */
export type HoldEvent = (typeof holdEvents)[number];

/** What is to be done on the way, by name; the runners do it, in the order given. */
export type HoldEffect =
  | 'ask'
  | 'askAgainLater'
  | 'startBeat'
  | 'stopBeat'
  | 'release'
  | 'releaseAndStop'
  | 'stopMotion'
  | 'watchOther';

/** Where an event leads, and what is to be done on the way. */
export interface HoldStep {
  readonly to: HoldState;
  readonly run: readonly HoldEffect[];
}

const ask: HoldStep = { to: 'asking', run: ['ask'] };
const nothing: HoldStep = { to: 'none', run: [] };

/**
 * A hold, whatever it is of: the lock between tabs has no end, a play lease a minute, a guest's less than one. Losing
 * one stops the motion that it was for. An event that a state does not list changes nothing.
 */
const table: Readonly<Record<HoldState, Partial<Readonly<Record<HoldEvent, HoldStep>>>>> = {
  none: {
    wanted: ask,
    taken: { to: 'elsewhere', run: ['watchOther'] },
  },
  asking: {
    granted: { to: 'held', run: ['startBeat'] },
    failed: { to: 'asking', run: ['askAgainLater'] },
    refused: { to: 'elsewhere', run: ['stopMotion'] },
    taken: { to: 'elsewhere', run: ['watchOther'] },
    letGo: { to: 'none', run: ['release'] },
    leave: { to: 'none', run: ['releaseAndStop'] },
  },
  held: {
    takenOver: { to: 'elsewhere', run: ['stopBeat', 'watchOther'] },
    lapsed: { to: 'lost', run: ['stopBeat', 'stopMotion'] },
    ranOut: { to: 'lost', run: ['stopBeat'] },
    letGo: { to: 'none', run: ['stopBeat', 'release'] },
    leave: { to: 'none', run: ['stopBeat', 'releaseAndStop'] },
  },
  elsewhere: {
    wanted: ask,
    letGo: nothing,
    leave: nothing,
    freed: nothing,
  },
  lost: {
    wanted: ask,
    letGo: nothing,
    leave: nothing,
  },
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepHold(state: HoldState, event: HoldEvent): HoldStep {
  return table[state][event] ?? { to: state, run: [] };
}
