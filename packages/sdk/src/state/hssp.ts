import type { DeviceError } from '../errors.ts';
import type { DeviceState } from './device-state.ts';
import type { PendingRequestChanges, StatePatch, StateSlice } from './state-slice.ts';

/** The progress of setting a script. Only this client knows it: the wire has no such state. */
export type HsspSetupProgress = 'NOT_INITIALIZED' | 'SETTING_SCRIPT' | 'SCRIPT_SET' | 'SCRIPT_FAILED';

/** The script of the cloud's player, as far as this client set it. */
export interface HsspScript {
  readonly internalState: HsspSetupProgress;
  /** Why the script could not be set. */
  readonly failure: DeviceError | undefined;
}

/** This client has set no script. */
export const initialHssp: HsspScript = { internalState: 'NOT_INITIALIZED', failure: undefined };

const to = (internalState: HsspSetupProgress, failure?: DeviceError): StatePatch => ({
  hssp: { internalState, failure },
});

/** The state of a script that is set; a mode change leaves it in the cloud. */
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

/** The state of a script that is being set depends on its own request only. */
const gone = ({ hssp }: DeviceState): StatePatch => (hssp.internalState === 'SCRIPT_SET' ? { hssp: initialHssp } : {});
const goneWhenDone: PendingRequestChanges<'hsp.flush'> = { sent: () => ({}), done: gone };

/** Calls that put other points than the script's into the player end it. */
export const scriptReplacementSlice = {
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
