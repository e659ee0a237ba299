import { modeAnswerReducers } from './leaving.ts';
import type { StateSlice } from './state-slice.ts';

/** The last reported mode of the device; for a disconnected device its mode before. */
export const modeSlice = {
  on: { mode_changed: (_, { mode }) => ({ mode }) },
  answers: modeAnswerReducers((_, { mode }) => ({ mode })),
  reread: 'info.mode',
} satisfies StateSlice;
