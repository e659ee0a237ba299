import type { DeviceMode } from '@tactus/protocol';
import type { Patch } from '../state/concern.ts';
import type { DeviceState } from '../state/device-state.ts';

/** A reducer for whatever tells the mode, event or answer, that acts when the device leaves one of the given modes (product.md 4, Mode). */
export function leaving(left: DeviceMode | readonly DeviceMode[], reset: () => Patch) {
  const modes: readonly DeviceMode[] = typeof left === 'number' ? [left] : left;
  return (state: DeviceState, { mode }: { mode: DeviceMode }): Patch =>
    state.mode !== undefined && mode !== state.mode && modes.includes(state.mode) ? reset() : {};
}
