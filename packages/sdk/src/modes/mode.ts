import type { Concern } from '../state/concern.ts';

/** Which mode the device is in. */
export const modeConcern = {
  on: {
    mode_changed: (_, { mode }) => ({ mode }),
    device_disconnected: () => ({ mode: undefined }),
  },
  answers: {
    'info.mode': (_, { mode }) => ({ mode }),
    'info.setMode2': (_, { mode }) => ({ mode }),
  },
  reread: 'info.mode',
} satisfies Concern;
