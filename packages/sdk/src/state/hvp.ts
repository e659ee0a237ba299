import { DeviceMode, HVP_POSITION_DEFAULT_MM, type HvpState, hvpStateSchema } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { createModeLeaveReducer, modeAnswerReducers } from './leaving.ts';
import { answersWithResult, type StateSlice } from './state-slice.ts';

/** Vibration before the first report, and after its mode was left. */
export const initialHvp: HvpState = { enabled: false, amplitude: 0, frequency: 0, position: 0 };

const known = (_: unknown, hvp: HvpState) => ({ hvp });
const stopped = () => ({ hvp: initialHvp });
const left = createModeLeaveReducer(DeviceMode.VIBRATE, stopped);

/** Vibration. */
export const hvpSlice = {
  on: {
    hvp_state_changed: known,
    mode_changed: left,
  },
  answers: { ...answersWithResult(hvpStateSchema, known), ...modeAnswerReducers(left) },
  reread: 'hvp.state',
} satisfies StateSlice;

/** Vibration. */
export interface HvpCommands {
  /** Starts at amplitude 0 and frequency 0. */
  start(): Promise<HvpState>;
  stop(): Promise<HvpState>;
  /** Amplitude a share 0..1, frequency 0..10000 Hz, position in mm (default: the slider's own). Starts it as well. */
  setState(state: {
    readonly amplitude: number;
    readonly frequency: number;
    readonly position?: number;
  }): Promise<HvpState>;
  readState(): Promise<HvpState>;
}

/** Creates the commands of the vibration. */
export const createHvpCommands = (command: SendCommand): HvpCommands => ({
  start: () => command('hvp.start', {}),
  stop: () => command('hvp.stop', {}),
  setState: ({ amplitude, frequency, position = HVP_POSITION_DEFAULT_MM }) =>
    command('hvp.setState', { amplitude, frequency, position }),
  readState: () => command('hvp.state', {}),
});
