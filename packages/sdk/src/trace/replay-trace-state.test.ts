import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/scripted-device.ts';
import { replayTraceState } from './replay-trace-state.ts';

test('the state of a whole trace is the device’s state, and of an empty trace the initial one', async () => {
  const { device, connectFully } = setUpDevice();
  await connectFully();
  const known = device.store.getState();
  const { mode, hamp, info, connected, slider, connectionState } = replayTraceState(device.trace.entries());
  expect({ mode, hamp, info, connected, connectionState }).toEqual({
    mode: known.mode,
    hamp: known.hamp,
    info: known.info,
    connected: true,
    connectionState: 'NOT_CONNECTING',
  });
  expect([slider.min, slider.max]).toEqual([known.slider.min, known.slider.max]);
  expect(replayTraceState([])).toEqual(device.store.getInitialState());
  device.close();
});

test('answers change the state as in the session, refusals do not, and an answer without its command is skipped', () => {
  const at = { atMs: 1 };
  const hampOf = (last: 'answer' | 'failure') =>
    replayTraceState([
      { ...at, seq: 1, kind: 'command', call: 'hamp.start', input: {} },
      last === 'answer'
        ? { ...at, seq: 2, kind: 'answer', of: 1, tookMs: 1, result: { play_state: 1, velocity: 0.4, direction: true } }
        : { ...at, seq: 2, kind: 'failure', of: 1, tookMs: 1, code: 'timeout', message: 'late' },
      { ...at, seq: 3, kind: 'answer', of: 99, tookMs: 1, result: 'ok' },
      { ...at, seq: 4, kind: 'event', name: 'slider_blocked', data: undefined, causedBy: undefined },
    ]);
  expect(hampOf('answer').hamp).toMatchObject({ play_state: 1, velocity: 0.4 });
  expect(hampOf('failure').hamp.play_state).toBe(0);
  expect(hampOf('answer').trouble.sliderBlocked).toBe(true);
});
