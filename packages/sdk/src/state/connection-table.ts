/** The specification's states of connecting. `NOT_CONNECTING` is both "not yet" and "done". */
export const connectionStates = ['NOT_CONNECTING', 'CONNECTING', 'GETTING_INFO', 'SYNCING_CLOCK'] as const;
/** One of the specification's states of connecting. */
export type ConnectionState = (typeof connectionStates)[number];

/** The events of a connection. */
export const connectionEvents = [
  /** A user or program requests a device. */
  'connect',
  /** The stream reports the device as connected, in the known session or in the first one. */
  'deviceConnected',
  /** The stream reports the device as disconnected, and the session is not an older one. */
  'deviceDisconnected',
  /** The device is connected in another session than the known one. */
  'sessionChanged',
  'infoRead',
  'infoFailed',
  'clockSynced',
  'clockFailed',
  /** `SLOW_CONNECT_MS` has passed without an end. */
  'timedOut',
  /** The cloud refuses permanently: no retry can help. */
  'refused',
  /** A user or program disconnects the device. */
  'disconnect',
] as const;
/** One of the events of a connection. */
export type ConnectionEvent = (typeof connectionEvents)[number];

/** The effects of transitions, by name; `run-connection.ts` executes them in order. */
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

/** The next state of a transition, and its effects. */
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
 * The specification's five steps: open the stream, wait for the device, get info, sync the clock, wait for that. An
 * event that a state does not list changes nothing.
 */
const table: Readonly<Record<ConnectionState, Partial<Readonly<Record<ConnectionEvent, ConnectionStep>>>>> = {
  NOT_CONNECTING: {
    ...anywhere,
    // It is back in the same session, or the stream was reopened: missed changes are read.
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

/** The next state and its effects. Unlisted events change nothing and have no effects. */
export function stepConnection(state: ConnectionState, event: ConnectionEvent): ConnectionStep {
  return table[state][event] ?? { to: state, run: [] };
}
