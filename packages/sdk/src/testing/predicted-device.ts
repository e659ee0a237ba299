import type { CallName, HspState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import { createPositionPredictor } from '../position/predictor.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';

/** A stroke from 30 to 80 mm in a travel from 5 to 105 mm. */
const slider = { ...initialState.slider, min: 0.25, max: 0.75, min_absolute: 30, max_absolute: 80 };

/** A Handy that rests. */
export const handy: DeviceState = {
  ...initialState,
  connected: true,
  info: { fw_status: 0, fw_version: '4.1.1', hw_model_no: 0, session_id: '01HZ' },
  slider,
};

/** A state of the point player. */
export const hspState = (fields: Partial<HspState> = {}): HspState => ({
  ...{ play_state: 2, pause_on_starving: false, points: 0, max_points: 4_000, current_point: 0, current_time: 0 },
  ...{ loop: false, playback_rate: 1, first_point_time: 0, last_point_time: 0, stream_id: 7 },
  ...{ tail_point_stream_index: 0, tail_point_stream_index_threshold: 0 },
  ...fields,
});

/** A predictor under fake time. Every call takes `tripMs`, half of it there. */
export function setUpPredictor({ tripMs = 20 } = {}) {
  const time = createFakeTime(0);
  let state = handy;
  const predictor = createPositionPredictor(
    time,
    (monotonicMs) => time.now() - time.monotonic() + monotonicMs + state.clockSync.clockOffset,
  );

  function send(call: CallName, input: unknown = {}) {
    const followed = predictor.commandSent(state, call, input);
    return {
      answer: (result: unknown = 'ok') => followed.answered(state, result),
      fail: followed.failed,
    };
  }

  return {
    time,
    predictor,
    send,
    /** A call with its answer. */
    makeCall(call: CallName, input: unknown = {}, result: unknown = 'ok') {
      const { answer } = send(call, input);
      time.advance(tripMs);
      answer(result);
    },
    /** Reads the slider. */
    read(position_absolute: number, speed_absolute = 0, dir = true) {
      const { answer } = send('slider.state');
      time.advance(tripMs);
      answer({ position: 0, position_absolute, speed_absolute, dir, motor_temp: 30, motor_position: 0 });
    },
    /** An event changed the state. */
    change(changes: Partial<DeviceState>) {
      const previous = state;
      state = { ...state, ...changes };
      predictor.changed(state, previous, time.monotonic());
    },
    at: (atMs = time.monotonic()) => predictor.at(state, atMs),
    /** The predicted position, mm. */
    mm: (atMs = time.monotonic()) => predictor.at(state, atMs)?.positionMm ?? Number.NaN,
    state: () => state,
  };
}
