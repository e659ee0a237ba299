import { type CallName, type DeviceEvent, HampPlayState, type InputOf } from '@tactus/protocol';

/**
 * Whether an event may be what a call of ours made the device say: it says so before it answers, so that it tells when the
 * call was carried out.
 */
export function mayExplain({ name, data }: DeviceEvent, call: CallName, input: unknown): boolean {
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
