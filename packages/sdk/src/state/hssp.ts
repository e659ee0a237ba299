import type { DeviceError } from '../errors.ts';
import type { DeviceState } from './device-state.ts';
import type { Patch, RequestSteps, StateSlice } from './state-slice.ts';

/** How far the setting of a script has come. It is this client's knowledge: the wire has no such state. */
export type HsspInternalState = 'NOT_INITIALIZED' | 'SETTING_SCRIPT' | 'SCRIPT_SET' | 'SCRIPT_FAILED';

/** The script of the cloud's player, as far as this client set it. */
export interface HsspScript {
  readonly internalState: HsspInternalState;
  /** Why the script could not be set. */
  readonly failure: DeviceError | undefined;
}

/** No script was set by this client. */
export const initialHssp: HsspScript = { internalState: 'NOT_INITIALIZED', failure: undefined };

const to = (internalState: HsspInternalState, failure?: DeviceError): Patch => ({
  hssp: { internalState, failure },
});

/** What becomes of a script that is set; a mode change leaves it in the cloud. */
export const hsspScriptSlice = {
  on: {},
  answers: {},
  requests: {
    'hssp.setup': {
      sent: () => to('SETTING_SCRIPT'),
      done: () => to('SCRIPT_SET'),
      failed: (_: DeviceState, error: DeviceError) => to('SCRIPT_FAILED', error),
    },
  },
} satisfies StateSlice;

/** A script that is being set is left to the end of its own request. */
const gone = ({ hssp }: DeviceState): Patch => (hssp.internalState === 'SCRIPT_SET' ? { hssp: initialHssp } : {});
const goneWhenDone: RequestSteps<'hsp.flush'> = { sent: () => ({}), done: gone };

/** Calls that bring other points than the script's into the player end it. */
export const otherPointsSlice = {
  on: {},
  answers: {},
  requests: {
    'stream.setup': goneWhenDone,
    'hsp.setup': goneWhenDone,
    'hsp.flush': goneWhenDone,
    'hsp.add': goneWhenDone,
    'hsp.play': goneWhenDone,
  },
} satisfies StateSlice;
