import { FULL_WINDOW, type StrokeWindow } from '@tactus/motion';
import { type DeviceHandlers, DeviceMode, HampPlayState, type HampState } from '@tactus/protocol';
import type { DeviceParts } from '../parts.ts';

/** Alternating motion between the ends of the stroke (api-v3.md 2.4). Its calls switch the device to this mode. */
export function createHamp({ slider, modes, emit }: DeviceParts): DeviceHandlers<'hamp'> {
  let playing = false;
  let velocity = 0;
  let window: StrokeWindow = FULL_WINDOW;

  const state = (): HampState => ({
    play_state: playing ? HampPlayState.PLAYING : HampPlayState.STOPPED,
    velocity,
    direction: slider().heading() === 'up',
  });

  /** Makes the slider do what the fields say, tells everybody, and answers with the same words. */
  function settle(): HampState {
    slider().follow(playing ? { kind: 'oscillate', velocity01: velocity, window } : { kind: 'rest' });
    const data = state();
    emit({ name: 'hamp_state_changed', data });
    return data;
  }

  function change(apply: () => void): HampState {
    slider();
    modes.enter(DeviceMode.HAMP);
    apply();
    return settle();
  }

  modes.onLeave(DeviceMode.HAMP, () => {
    if (!playing) return;
    playing = false;
    settle();
  });

  return {
    'hamp.state': state,
    'hamp.start': () =>
      change(() => {
        if (!playing) velocity = 0;
        playing = true;
      }),
    'hamp.stop': () =>
      change(() => {
        playing = false;
      }),
    'hamp.velocity': (input) =>
      change(() => {
        velocity = input.velocity;
      }),
    'hamp.stroke': (input) =>
      change(() => {
        window = input;
      }),
  };
}
