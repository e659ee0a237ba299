import { modeAnswers } from './leaving.ts';
import type { StateSlice } from './state-slice.ts';

/** Which mode the device is in, as last reported; of a device that is gone it is the mode it was in. */
export const modeSlice = {
  on: { mode_changed: (_, { mode }) => ({ mode }) },
  answers: modeAnswers((_, { mode }) => ({ mode })),
  reread: 'info.mode',
} satisfies StateSlice;
