/**
 * The states of a hold. `none`: nothing is held. `asking`: it is requested. `held`: this program has it. `elsewhere`:
 * another program has it. `lost`: it ran out while it was held.
 */
export const controlHoldStates = ['none', 'asking', 'held', 'elsewhere', 'lost'] as const;
/** One of the states of a hold. */
export type ControlHoldState = (typeof controlHoldStates)[number];

/** The events of a hold. */
export const controlHoldEvents = [
  /** Motion is about to start, or a user acts: the hold is needed from now on. */
  'wanted',
  'granted',
  /** It could not be requested; it was not refused either. */
  'failed',
  /** A program with precedence has it; our motion must stop. */
  'refused',
  /** Another program has it, and we have started no motion. */
  'taken',
  /** A newer program of the same rank took it over; it stops the device first. */
  'takenOver',
  /** Its time is over without a known renewal: the other side may not have stopped yet. */
  'lapsed',
  /** Its time is over, and the other side has stopped the motion. */
  'ranOut',
  /** As before, but a start was or may have been executed since: it may move the device now. */
  'ranOutBeforeStart',
  /** It is not needed any more; nothing moves. */
  'letGo',
  /** Its holder goes away, and the motion must not go on. */
  'leave',
  /** Its holder has released it. */
  'freed',
] as const;
/** One of the events of a hold. */
export type ControlHoldEvent = (typeof controlHoldEvents)[number];

/** The effects of transitions, by name; the runners execute them in order. */
export type ControlHoldEffect =
  | 'ask'
  | 'askAgainLater'
  | 'startBeat'
  | 'stopBeat'
  | 'release'
  | 'releaseAndStop'
  | 'stopMotion'
  | 'watchOther';

/** The next state of a transition, and its effects. */
export interface ControlHoldStep {
  readonly to: ControlHoldState;
  readonly run: readonly ControlHoldEffect[];
}

const ask: ControlHoldStep = { to: 'asking', run: ['ask'] };
const nothing: ControlHoldStep = { to: 'none', run: [] };

/**
 * A hold of any kind: the lock between tabs has no end, a play lease has a minute, a guest's lease less than one. Losing
 * one stops the motion for which it was held. An event that a state does not list changes nothing.
 */
const table: Readonly<Record<ControlHoldState, Partial<Readonly<Record<ControlHoldEvent, ControlHoldStep>>>>> = {
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
    ranOutBeforeStart: { to: 'asking', run: ['stopBeat', 'ask'] },
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

/** The next state and its effects. Unlisted events change nothing and have no effects. */
export function stepControlHold(state: ControlHoldState, event: ControlHoldEvent): ControlHoldStep {
  return table[state][event] ?? { to: state, run: [] };
}
