import type { DeviceStatus } from '@tactus/protocol';
import type { Concern, Patch } from '../state/concern.ts';
import type { DeviceState } from '../state/device-state.ts';

const present = (state: DeviceState, { connected, info }: DeviceStatus): Patch => ({
  connected,
  ...(connected ? { disconnectReason: undefined } : {}),
  ...(info ? { info, session_id: info.session_id } : { info: state.info }),
});

/** Whether the device is there, and in which session. A stale disconnect never gets here (decisions.md 23). */
export const presence = {
  on: {
    device_status: present,
    device_connected: present,
    device_disconnected: (_, { reason }) => ({ connected: false, disconnectReason: reason ?? '' }),
  },
  answers: {
    'info.info': (_, info) => ({ info, session_id: info.session_id }),
    'info.connected': (_, { connected }) => ({ connected }),
  },
} satisfies Concern;

/** What the hardware has. */
export const capabilitiesConcern = {
  on: {},
  answers: { 'info.capabilities': (_, capabilities) => ({ capabilities }) },
} satisfies Concern;
