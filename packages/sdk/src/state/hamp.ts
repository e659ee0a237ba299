import { DeviceMode, HampPlayState, type HampState, hampStateSchema } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import { createModeLeaveReducer, modeAnswerReducers } from './leaving.ts';
import { answersWithResult, type StateSlice } from './state-slice.ts';

/** The alternating motion before the first report, and after its mode was left. */
export const initialHamp: HampState = { play_state: HampPlayState.STOPPED, velocity: 0, direction: false };

const known = (_: unknown, hamp: HampState) => ({ hamp });
const stopped = () => ({ hamp: initialHamp });
const left = createModeLeaveReducer(DeviceMode.HAMP, stopped);

/** Alternating motion. */
export const hampSlice = {
  on: {
    hamp_state_changed: known,
    mode_changed: left,
  },
  answers: { ...answersWithResult(hampStateSchema, known), ...modeAnswerReducers(left) },
  reread: 'hamp.state',
  commands: (command: SendCommand) => ({
    start: () => command('hamp.start', {}),
    stop: () => command('hamp.stop', {}),
    setVelocity: (velocity: number) => command('hamp.velocity', { velocity }),
    setStroke: ({ min, max }: { readonly min: number; readonly max: number }) => command('hamp.stroke', { min, max }),
  }),
} satisfies StateSlice & { commands: unknown };
