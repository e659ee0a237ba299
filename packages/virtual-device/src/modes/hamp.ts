import { FULL_WINDOW, type StrokeWindow } from '@tactus/motion';
import {
  ButtonEvent,
  DeviceButton,
  type DeviceHandlers,
  DeviceMode,
  HampPlayState,
  type HampState,
} from '@tactus/protocol';
import type { DeviceParts } from './parts.ts';

/** How much a press of a button changes the velocity. */
const VELOCITY_STEPS: ReadonlyMap<DeviceButton, number> = new Map([
  [DeviceButton.UP, 0.1],
  [DeviceButton.DOWN, -0.1],
]);

/**
 * Alternating motion between the ends of the stroke. Its calls switch the device to this mode. While it
 * moves, UP and DOWN change the velocity and POWER stops.
 */
export function createHampMode({ slider, requireMotor: motor, modes, emit }: DeviceParts): DeviceHandlers<'hamp'> {
  let playing = false;
  let velocity = 0;
  let window: StrokeWindow = FULL_WINDOW;

  const state = (): HampState => ({
    play_state: playing ? HampPlayState.PLAYING : HampPlayState.STOPPED,
    velocity,
    direction: slider().heading() === 'up',
  });

  /** Applies the state to the slider, emits it as an event, and returns it as the answer. */
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

  function end(): void {
    if (!playing) return;
    playing = false;
    settle();
  }

  modes.register(DeviceMode.HAMP, {
    end,
    motion: () => (playing ? 'endless' : 'none'),
    press({ button, event }) {
      if (!playing || event !== ButtonEvent.SHORT_PRESS) return false;
      if (button === DeviceButton.POWER) {
        end();
        return true;
      }
      const step = VELOCITY_STEPS.get(button);
      if (step === undefined) return false;
      velocity = Math.min(Math.max(Math.round((velocity + step) * 100) / 100, 0), 1);
      settle();
      return true;
    },
  });

  return {
    'hamp.state': state,
    'hamp.start': () => {
      motor();
      return change(() => {
        if (!playing) velocity = 0;
        playing = true;
      });
    },
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
