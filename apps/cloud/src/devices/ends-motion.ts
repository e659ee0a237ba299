import { type CallName, DeviceMode, endpointOf } from '@tactus/protocol';

/** Whether a call ends motion: a mode's own stop, or the change to idle. */
export function endsMotion(name: CallName, input: unknown): boolean {
  if (name !== 'info.setMode' && name !== 'info.setMode2') return endpointOf(name).endsMotion;
  return typeof input === 'object' && input !== null && 'mode' in input && input.mode === DeviceMode.IDLE;
}
