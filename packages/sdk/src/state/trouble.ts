import type { DeviceState, Trouble } from './device-state.ts';
import type { Patch, StateSlice } from './state-slice.ts';

/** No warnings. */
export const initialTrouble: Trouble = { motorHot: false, sliderBlocked: false, lowMemory: false };

const troubled =
  (change: Partial<Trouble>) =>
  (state: DeviceState): Patch => ({ trouble: { ...state.trouble, ...change } });

/** The device's warnings. No event clears low memory: a new session does. */
export const troubleSlice = {
  on: {
    temp_high: troubled({ motorHot: true }),
    temp_ok: troubled({ motorHot: false }),
    slider_blocked: troubled({ sliderBlocked: true }),
    slider_unblocked: troubled({ sliderBlocked: false }),
    low_memory_warning: troubled({ lowMemory: true }),
    low_memory_error: troubled({ lowMemory: true }),
    device_disconnected: () => ({ trouble: initialTrouble }),
  },
  answers: {},
} satisfies StateSlice;
