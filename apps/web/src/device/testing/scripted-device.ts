import { NO_LIMITS } from '@tactus/motion';
import { type Device, type DeviceState, initialState } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore } from 'zustand/vanilla';

/** A device as far as what plays media asks it: it does nothing, and keeps what it was asked for. */
export function scriptedDevice(time: Time) {
  const store = createStore<DeviceState>(() => ({ ...initialState, connected: true, session_id: '01HZ0001' }));
  const asked: string[] = [];
  const ask = (name: string, answer: unknown) => async () => {
    asked.push(name);
    return answer;
  };
  const { hsp } = initialState;
  const device = {
    store,
    on: () => () => undefined,
    clock: { serverNow: time.now },
    limits: { current: () => NO_LIMITS },
    hvp: { setState: ask('hvp.setState', undefined), stop: ask('hvp.stop', undefined) },
    hssp: {
      setup: ask('hssp.setup', hsp),
      play: ask('hssp.play', { ...hsp, play_state: 1 }),
      stop: ask('hssp.stop', { ...hsp, play_state: 2 }),
      synctime: ask('hssp.synctime', { ...hsp, play_state: 1 }),
    },
    leadIn: ask('leadIn', undefined),
    stop: ask('stop', { outcome: 'confirmed' }),
  };
  return {
    /** What is not there is asked by nobody here. */
    device: device as unknown as Device,
    /** The calls as they are: a test may put another answer in the place of one. */
    calls: device,
    asked,
    of: (name: string) => asked.filter((one) => one === name).length,
    /** Stop is pressed, by somebody else. */
    pressStop: () => store.setState({ stopPresses: store.getState().stopPresses + 1 }),
  };
}
