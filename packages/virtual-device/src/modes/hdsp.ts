import { type DeviceHandlers, DeviceMode, HdspState } from '@tactus/protocol';
import type { MotionPace, MotionTarget } from '../hardware/motion-core.ts';
import type { DeviceParts } from './parts.ts';

interface Options {
  readonly stop_on_target: boolean;
}

/**
 * Direct moves: each is executed on arrival, from the current position and speed. The calls switch the device to this
 * mode.
 *
 * Our interpretation where the API is not documented: with `stop_on_target` or without, the slider comes to rest on its
 * target and stays, because no further target is buffered. A duration of 0 with `stop_on_target` is how clients stop
 * (with the last position that they know): it brakes at once, wherever that ends, and never sets a resting slider in
 * motion. A device answers when it has accepted a command, so `immediate_rsp` concerns only the server.
 */
export function createHdspMode({ slider, requireMotor: motor, modes, emit }: DeviceParts): DeviceHandlers<'hdsp'> {
  let moving = false;

  const notify = (state: HdspState) => emit({ name: 'hdsp_state_changed', data: { state } });

  function halt(): void {
    slider().follow({ kind: 'rest' });
    if (!moving) return;
    moving = false;
    notify(HdspState.STOPPED);
  }

  function arrived(): void {
    moving = false;
    notify(HdspState.POINT_REACHED);
  }

  function go(to: MotionTarget, pace: MotionPace, { stop_on_target }: Options): 'ok' {
    if (stop_on_target && 'durationMs' in pace && pace.durationMs === 0) {
      slider();
      modes.enter(DeviceMode.HDSP);
      halt();
      return 'ok';
    }
    const core = motor();
    modes.enter(DeviceMode.HDSP);
    moving = true;
    core.follow({ kind: 'go', to, pace, arrived });
    notify(HdspState.MOVING);
    return 'ok';
  }

  modes.register(DeviceMode.HDSP, {
    end: () => {
      if (moving) halt();
    },
    motion: () => (moving ? 'ending' : 'none'),
  });

  return {
    'hdsp.xava': (input) => go({ mm: input.xa }, { speedMmS: input.va }, input),
    'hdsp.xavp': (input) => go({ mm: input.xa }, { velocity01: input.vp }, input),
    'hdsp.xpva': (input) => go({ share: input.xp }, { speedMmS: input.va }, input),
    // The contract requires one of the two speeds; both names mean the share.
    'hdsp.xpvp': (input) => go({ share: input.xp }, { velocity01: input.vp ?? input.va ?? 0 }, input),
    'hdsp.xat': (input) => go({ mm: input.xa }, { durationMs: input.t }, input),
    'hdsp.xpt': (input) => go({ share: input.xp }, { durationMs: input.t }, input),
  };
}
