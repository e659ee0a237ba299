import type { StateSlice } from './state-slice.ts';

/** The battery. */
export const batterySlice = {
  on: { battery_changed: (_, battery) => ({ battery }) },
  answers: {},
} satisfies StateSlice;

/** The last press of a button on the device that its mode did not handle. */
export const buttonsSlice = {
  on: {
    button_event: (_, { button, event }, nowMs) => ({ lastButtonEvent: { button, event, timestamp: nowMs } }),
  },
  answers: {},
} satisfies StateSlice;
