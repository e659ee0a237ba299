import type { Concern } from './concern.ts';

/** The battery. */
export const batteryConcern = {
  on: { battery_changed: (_, battery) => ({ battery }) },
  answers: {},
} satisfies Concern;

/** The last press of a button on the device that its mode did not handle. */
export const buttonsConcern = {
  on: {
    button_event: (_, { button, event }, nowMs) => ({ lastButtonEvent: { button, event, timestamp: nowMs } }),
  },
  answers: {},
} satisfies Concern;
