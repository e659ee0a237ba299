/** The specification's states of connecting. `NOT_CONNECTING` is both "not yet" and "done". */
export const connectionStates = ['NOT_CONNECTING', 'CONNECTING', 'GETTING_INFO', 'SYNCING_CLOCK'] as const;
/** One of the specification's states of connecting. */
export type ConnectionState = (typeof connectionStates)[number];

/** What can happen to a connection. */
export const connectionEvents = [
  /** A person or program asks for a device. */
  'connect',
  /** The stream says that the device is there, in the session that is known or in the first one. */
  'deviceConnected',
  /** The stream says that the device is gone, and the session is not an older one. */
  'deviceDisconnected',
  /** The device is there in another session than the one that is known. */
  'sessionChanged',
  'infoRead',
  'infoFailed',
  'clockSynced',
  'clockFailed',
  /** `CONNECT_TIMEOUT_MS` went by without an end. */
  'timedOut',
  /** The cloud will never let us in: no retry can help. */
  'refused',
  /** A person or program lets the device go. */
  'disconnect',
] as const;
/** One of the things that can happen to a connection. */
export type ConnectionEvent = (typeof connectionEvents)[number];

/** What is to be done on the way, by name; `run-connection.ts` does it, in the order given. */
export type ConnectionEffect =
  | 'forgetSession'
  | 'openStream'
  | 'closeStream'
  | 'startTimer'
  | 'cancelTimer'
  | 'readInfoUnlessKnown'
  | 'retryInfo'
  | 'syncClockUnlessValid'
  | 'retryClock'
  | 'flagTimeout'
  | 'finish'
  | 'giveUp';

/** Where an event leads, and what is to be done on the way. */
export interface ConnectionStep {
  readonly to: ConnectionState;
  readonly run: readonly ConnectionEffect[];
}

const begin: ConnectionStep = { to: 'CONNECTING', run: ['forgetSession', 'startTimer', 'openStream'] };
const end: ConnectionStep = { to: 'NOT_CONNECTING', run: ['cancelTimer', 'closeStream', 'giveUp'] };
const found: ConnectionStep = { to: 'GETTING_INFO', run: ['readInfoUnlessKnown'] };
const anywhere = { connect: begin, sessionChanged: begin, refused: end, disconnect: end };
const waitAgain: ConnectionStep = { to: 'CONNECTING', run: [] };

/**
 * The five steps of product.md 4: open the stream, wait for the device, get info, sync the clock, wait for that. An
 * event that a state does not list changes nothing.
 */
const table: Readonly<Record<ConnectionState, Partial<Readonly<Record<ConnectionEvent, ConnectionStep>>>>> = {
  NOT_CONNECTING: {
    ...anywhere,
    // It is back in the same session, or the stream was open again: what was missed is read.
    deviceConnected: { to: 'GETTING_INFO', run: ['startTimer', 'readInfoUnlessKnown'] },
  },
  CONNECTING: {
    ...anywhere,
    deviceConnected: found,
    timedOut: { to: 'CONNECTING', run: ['flagTimeout'] },
  },
  GETTING_INFO: {
    ...anywhere,
    infoRead: { to: 'SYNCING_CLOCK', run: ['syncClockUnlessValid'] },
    infoFailed: { to: 'GETTING_INFO', run: ['retryInfo'] },
    deviceDisconnected: waitAgain,
    timedOut: { to: 'GETTING_INFO', run: ['flagTimeout'] },
  },
  SYNCING_CLOCK: {
    ...anywhere,
    clockSynced: { to: 'NOT_CONNECTING', run: ['cancelTimer', 'finish'] },
    clockFailed: { to: 'SYNCING_CLOCK', run: ['retryClock'] },
    deviceDisconnected: waitAgain,
    timedOut: { to: 'SYNCING_CLOCK', run: ['flagTimeout'] },
  },
};

/** The next state and what to do on the way. Illegal events stay put and do nothing. */
export function stepConnection(state: ConnectionState, event: ConnectionEvent): ConnectionStep {
  return table[state][event] ?? { to: state, run: [] };
}
