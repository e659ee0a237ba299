import type { DeviceState, Trouble } from './device-state.ts';
import type { Patch, StateSlice } from './state-slice.ts';

/** Nothing is wrong. */
export const initialTrouble: Trouble = { motorHot: false, sliderBlocked: false, lowMemory: false };

const troubled =
  (change: Partial<Trouble>) =>
  (state: DeviceState): Patch => ({ trouble: { ...state.trouble, ...change } });

/** What the device warns of. Low memory is never taken back by an event: a new session clears it. */
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
