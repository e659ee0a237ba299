import { type CallName, DeviceMode, HspPlayState, type HspState, hspStateSchema } from '@tactus/protocol';
import { createModeLeaveReducer, modeAnswerReducers } from './leaving.ts';
import { answersWithResult, type StateSlice } from './state-slice.ts';

/** The point player before the first report, and after its mode was left. */
export const initialHsp: HspState = {
  play_state: HspPlayState.NOT_INITIALIZED,
  pause_on_starving: false,
  points: 0,
  max_points: 0,
  current_point: 0,
  current_time: 0,
  loop: false,
  playback_rate: 1,
  first_point_time: 0,
  last_point_time: 0,
  stream_id: 0,
  tail_point_stream_index: 0,
  tail_point_stream_index_threshold: 0,
};

const known = (_: unknown, hsp: HspState) => ({ hsp });
const stopped = () => ({ hsp: initialHsp });
const left = createModeLeaveReducer([DeviceMode.HSP, DeviceMode.HSSP], stopped);

/** The modes in which the point player moves the device, and the call that reads its state. */
export const PLAYER_STATE_CALLS = {
  [DeviceMode.HSSP]: 'hssp.state',
  [DeviceMode.HSP]: 'hsp.state',
} as const satisfies Partial<Record<DeviceMode, CallName>>;

/** Reports that may have been missed when they were new, and be older than the state: it is read again instead. */
export const missedReports = new WeakSet<object>();

/** The point player; scripts and stored streams play through it too, and report in the same form. */
export const hspSlice = {
  on: {
    hsp_state_changed: known,
    hsp_threshold_reached: known,
    hsp_starving: known,
    hsp_paused_on_starving: known,
    hsp_resumed_on_not_starving: known,
    hsp_looping: known,
    stream_end_reached: known,
    mode_changed: left,
  },
  answers: { ...answersWithResult(hspStateSchema, known), ...modeAnswerReducers(left) },
  reread: 'hsp.state',
} satisfies StateSlice;
