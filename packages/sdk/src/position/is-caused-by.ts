import { type CallName, type DeviceEvent, HampPlayState, type InputOf } from '@tactus/protocol';

/**
 * Whether a call of ours may have caused an event: the device sends the event before it answers, so the event shows when
 * the device executed the call.
 */
export function isCausedBy({ name, data }: DeviceEvent, call: CallName, input: unknown): boolean {
  switch (name) {
    case 'hamp_state_changed':
      if (call === 'hamp.velocity') return data.velocity === (input as InputOf<'hamp.velocity'>).velocity; // of this call
      return call.startsWith('hamp.') && (call === 'hamp.stop') === (data.play_state === HampPlayState.STOPPED);
    case 'stroke_changed': {
      if (call !== 'slider.setStroke') return false;
      const { min = data.min, max = data.max } = input as InputOf<'slider.setStroke'>; // of this call
      return min === data.min && max === data.max;
    }
    case 'hdsp_state_changed':
      return call.startsWith('hdsp.');
    default:
      return false;
  }
}
