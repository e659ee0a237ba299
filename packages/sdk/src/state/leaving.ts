import type { DeviceMode } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { StatePatch } from './state-slice.ts';

/** Reacts to any report of the mode, event or answer. */
type ModeReducer = (state: DeviceState, report: { readonly mode: DeviceMode }) => StatePatch;

/**
 * A reducer that acts when the device leaves one of the given modes, or is in another one at the first report of the
 * mode.
 */
export function createModeLeaveReducer(left: DeviceMode | readonly DeviceMode[], reset: () => StatePatch): ModeReducer {
  const modes: readonly DeviceMode[] = typeof left === 'number' ? [left] : left;
  return ({ mode: before }, { mode }) => {
    const wasIn = before === undefined ? !modes.includes(mode) : modes.includes(before);
    return wasIn && mode !== before ? reset() : {};
  };
}

/** The answers that contain the mode; one of them is only 'ok', so that the requested mode counts. */
export const modeAnswerReducers = (act: ModeReducer) => ({
  'info.mode': act,
  'info.setMode': (state: DeviceState, _: 'ok', __: number, input: { readonly mode: DeviceMode }) => act(state, input),
  'info.setMode2': act,
});
