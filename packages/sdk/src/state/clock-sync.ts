import type { ClockInfo } from '@tactus/protocol';
import type { ClockSync, DeviceState } from './device-state.ts';
import { isClockSyncValid } from './estimate.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/** Clocks before the first measurement. */
export const initialClockSync: ClockSync = {
  synced: false,
  rtd: 0,
  clockOffset: 0,
  lastClockSync: 0,
  deviceTime: 0,
  deviceClockOffset: 0,
  deviceRtd: 0,
  deviceUserTimeOffset: undefined,
};

const measured = (state: DeviceState, { time, clock_offset, rtd }: ClockInfo, nowMs: number): StatePatch => ({
  clockSync: { ...state.clockSync, deviceTime: time, deviceClockOffset: clock_offset, deviceRtd: rtd },
  deviceClockRead: { atMs: nowMs, session: state.session_id },
});

/** Whether the device's clock was read in its current session, and recently enough. */
export const isDeviceClockValid = ({ deviceClockRead: read, session_id }: DeviceState, nowMs: number): boolean =>
  read !== undefined && read.session === session_id && isClockSyncValid(read.atMs, nowMs);

/** The device's clock, measured by the cloud. */
export const deviceClockSlice = {
  on: { device_clock_synchronized: measured },
  answers: {
    'hstp.info': measured,
    'hstp.clocksync': (state, result, nowMs) => (result === 'ok' ? {} : measured(state, result, nowMs)),
  },
  reread: 'hstp.info',
} satisfies StateSlice;

const offsetBy = ({ clockSync }: DeviceState, { offset }: { readonly offset: number }): StatePatch => ({
  clockSync: { ...clockSync, deviceUserTimeOffset: offset },
});

/** The user's own time offset in ms: 0 until it is read. */
export const userTimeOffsetMs = ({ deviceUserTimeOffset = 0 }: Pick<ClockSync, 'deviceUserTimeOffset'>): number =>
  deviceUserTimeOffset;

/** The user's own time offset for scripts. */
export const userOffsetSlice = {
  on: {},
  answers: {
    'hstp.offset': (state, answer) => offsetBy(state, answer),
    'hstp.setOffset': (state, _, __, input) => offsetBy(state, input),
  },
  reread: 'hstp.offset',
} satisfies StateSlice;
