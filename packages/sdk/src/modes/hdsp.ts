import { DeviceMode, HdspState } from '@tactus/protocol';
import type { Concern } from '../state/concern.ts';
import { leaving } from './leaving.ts';

/** Direct moves before anything was heard of them, and after their mode was left. */
export const initialHdsp = { state: HdspState.STOPPED };

const stopped = () => ({ hdsp: initialHdsp });
const left = leaving(DeviceMode.HDSP, stopped);

/** Direct moves: their answers say nothing, so events alone tell what the slider does. */
export const hdspMode = {
  on: {
    hdsp_state_changed: (_, next) => ({ hdsp: next }),
    mode_changed: left,
    device_disconnected: stopped,
  },
  answers: { 'info.mode': left, 'info.setMode2': left },
} satisfies Concern;
