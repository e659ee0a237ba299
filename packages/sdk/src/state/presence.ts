import type { DeviceInfo, DeviceStatus } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

const present = (state: DeviceState, { connected, info, known }: DeviceStatus): StatePatch => ({
  connected,
  keyUnknown: !connected && known === false,
  ...(connected ? { disconnectReason: undefined } : {}),
  ...(info ? informed(state, info) : { info: state.info }),
});

/** Stored capabilities of another model or firmware do not apply. */
const informed = (state: DeviceState, info: DeviceInfo): StatePatch => ({
  info,
  session_id: info.session_id,
  ...(state.info && isSameHardware(state.info, info) ? {} : { capabilities: undefined }),
});

const isSameHardware = (one: DeviceInfo, other: DeviceInfo): boolean =>
  one.hw_model_no === other.hw_model_no &&
  one.fw_version === other.fw_version &&
  one.fw_feature_flags === other.fw_feature_flags;

/** Whether the device is connected, and in which session. A stale disconnect is dropped before. */
export const presenceSlice = {
  on: {
    device_status: present,
    device_connected: present,
    device_disconnected: (_, { reason }) => ({ connected: false, disconnectReason: reason ?? '' }),
  },
  answers: {
    'info.info': informed,
    'info.connected': (_, { connected }) => ({ connected }),
  },
} satisfies StateSlice;

/** What the hardware has. */
export const capabilitiesSlice = {
  on: {},
  answers: { 'info.capabilities': (_, capabilities) => ({ capabilities }) },
} satisfies StateSlice;
