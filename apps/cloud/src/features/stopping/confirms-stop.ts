import { DeviceMode, HampPlayState, HspPlayState } from '@tactus/protocol';
import { readField } from '../../http/body-field.ts';

/** The groups of calls with a stop and a state of their own; the stop answers with the state, and the device reports it. */
export type StoppableGroup = 'hamp' | 'hsp' | 'hvp';

/** The group whose stop ends the motion of a mode; undefined for a mode without such a stop. */
export function stoppableGroupOf(mode: DeviceMode): StoppableGroup | undefined {
  switch (mode) {
    case DeviceMode.HAMP:
      return 'hamp';
    case DeviceMode.HSSP:
    case DeviceMode.HSP:
      return 'hsp';
    case DeviceMode.VIBRATE:
      return 'hvp';
    default:
      return undefined;
  }
}

/** Whether a state of a group shows that nothing moves; any other value shows nothing. */
export function confirmsStop(group: StoppableGroup, state: unknown): boolean {
  if (group === 'hvp') return readField(state, 'enabled') === false;
  const playState = readField(state, 'play_state');
  return group === 'hamp' ? playState === HampPlayState.STOPPED : PLAYER_RESTS.has(playState);
}

const PLAYER_RESTS: ReadonlySet<unknown> = new Set([
  HspPlayState.NOT_INITIALIZED,
  HspPlayState.STOPPED,
  HspPlayState.PAUSED,
]);
