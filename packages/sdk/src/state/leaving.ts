import type { DeviceMode } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { Patch } from './state-slice.ts';

/** Acts on whatever tells the mode, event or answer. */
type ModeReducer = (state: DeviceState, report: { readonly mode: DeviceMode }) => Patch;

/**
 * A reducer that acts when the device leaves one of the given modes, or turns out to be in another one
 * before any mode was known.
 */
export function onLeavingModes(left: DeviceMode | readonly DeviceMode[], reset: () => Patch): ModeReducer {
  const modes: readonly DeviceMode[] = typeof left === 'number' ? [left] : left;
  return ({ mode: before }, { mode }) => {
    const wasIn = before === undefined ? !modes.includes(mode) : modes.includes(before);
    return wasIn && mode !== before ? reset() : {};
  };
}

/** The answers that tell the mode; one of them is a mere 'ok', so that the mode that was asked for holds. */
export const modeAnswers = (act: ModeReducer) => ({
  'info.mode': act,
  'info.setMode': (state: DeviceState, _: 'ok', __: number, input: { readonly mode: DeviceMode }) => act(state, input),
  'info.setMode2': act,
});
