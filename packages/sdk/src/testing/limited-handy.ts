import { HampPlayState } from '@tactus/protocol';
import { createFakeTime } from '@tactus/time/testing';
import type { ClientCallName } from '../client/client.ts';
import { createMotionLimiter } from '../control/motion-limiter.ts';
import { DeviceError } from '../errors.ts';
import { type DeviceState, initialState } from '../state/device-state.ts';

/** Limits of a Handy, whose state the test sets, and the calls that they send again by themselves. */
export function setUpLimits() {
  const time = createFakeTime();
  let state: DeviceState = {
    ...initialState,
    connected: true,
    sseConnected: true,
    info: { fw_status: 0, fw_version: '4.0.19', fw_feature_flags: '', hw_model_no: 0, session_id: '01A' },
  };
  const resent: string[] = [];
  /** Whether the points in the device exceed the limits, after each change of them. */
  const exceeded: boolean[] = [];
  let failure: Error | undefined;
  let lostMs = 0;
  /** What a reading of the vibration answers other than the known state. */
  let read: Partial<DeviceState['hvp']> = {};
  const limits = createMotionLimiter({
    time,
    state: () => state,
    positionMm: () => undefined,
    onChange: (isExceeded) => exceeded.push(isExceeded),
    async resend(call, input) {
      const limited = limits.apply(call, input) as object; // only calls with fields are sent again
      resent.push(`${call} ${JSON.stringify(limited)}`);
      const answered = answer(call, limited);
      limits.sent(call, {}, answered);
      return answered;
    },
  });
  async function answer(call: ClientCallName, limited: object): Promise<object> {
    if (lostMs > 0) {
      await time.sleep(lostMs);
      lostMs = 0;
      throw new DeviceError('timeout', '');
    }
    if (failure) throw failure;
    if (call === 'hamp.velocity') be({ hamp: { ...state.hamp, ...limited } });
    if (call === 'hvp.setState') be({ hvp: { ...state.hvp, ...limited } });
    // The state waits for the answer of a newer reading.
    if (call === 'hvp.state') return { ...state.hvp, ...read };
    return call.startsWith('hvp.') ? state.hvp : state.hamp;
  }
  const be = (change: Partial<DeviceState>) => {
    state = { ...state, ...change };
    limits.watch();
  };
  const hamp = (isPlaying: boolean, velocity = 0) =>
    be({
      hamp: {
        ...initialState.hamp,
        play_state: isPlaying ? HampPlayState.PLAYING : HampPlayState.STOPPED,
        velocity,
      },
    });
  const fail = (next: Error) => {
    failure = next;
  };
  /** The next request fails after this time. */
  const loseFor = (ms: number) => {
    lostMs = ms;
  };
  const cut = (next: boolean) => {
    failure = next ? new Error('The network is gone') : undefined;
  };
  const readsAs = (next: typeof read) => {
    read = next;
  };
  return { ...limits, state: () => state, time, resent, exceeded, be, hamp, cut, fail, loseFor, readsAs };
}
