import { DeviceMode, HampPlayState, HspPlayState } from '@tactus/protocol';
import { readField } from '../../http/body-field.ts';

/** The groups of calls that have a stop and a state of their own; the stop answers with the state, and the device tells of it. */
export type StoppableGroup = 'hamp' | 'hsp' | 'hvp';

/** The group whose stop ends what moves in a mode of the device; undefined for a mode that has no such stop. */
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

/** Whether the state that a stop call answered with says that nothing moves; anything but a state does not. */
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
