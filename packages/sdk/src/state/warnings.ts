import type { DeviceState, DeviceWarnings } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/** No warnings. */
export const initialWarnings: DeviceWarnings = { motorHot: false, sliderBlocked: false, lowMemory: false };

const troubled =
  (change: Partial<DeviceWarnings>) =>
  (state: DeviceState): StatePatch => ({ trouble: { ...state.trouble, ...change } });

/** The device's warnings. No event clears low memory: a new session does. */
export const warningsSlice = {
  on: {
    temp_high: troubled({ motorHot: true }),
    temp_ok: troubled({ motorHot: false }),
    slider_blocked: troubled({ sliderBlocked: true }),
    slider_unblocked: troubled({ sliderBlocked: false }),
    low_memory_warning: troubled({ lowMemory: true }),
    low_memory_error: troubled({ lowMemory: true }),
    device_disconnected: () => ({ trouble: initialWarnings }),
  },
  answers: {},
} satisfies StateSlice;
