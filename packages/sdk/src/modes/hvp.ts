import { DeviceMode, type HvpState } from '@tactus/protocol';
import type { Concern } from '../state/concern.ts';
import { leaving } from './leaving.ts';

/** Vibration before anything was heard of it, and after its mode was left. */
export const initialHvp: HvpState = { enabled: false, amplitude: 0, frequency: 0, position: 0 };

const known = (hvp: HvpState) => ({ hvp });
const stopped = () => ({ hvp: initialHvp });
const left = leaving(DeviceMode.VIBRATE, stopped);

/** Vibration. */
export const hvpMode = {
  on: {
    hvp_state_changed: (_, next) => known(next),
    mode_changed: left,
    device_disconnected: stopped,
  },
  answers: {
    'info.mode': left,
    'info.setMode2': left,
    'hvp.state': (_, next) => known(next),
    'hvp.setState': (_, next) => known(next),
    'hvp.start': (_, next) => known(next),
    'hvp.stop': (_, next) => known(next),
  },
  reread: 'hvp.state',
} satisfies Concern;
