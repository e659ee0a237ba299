import type { GuestMode } from '@tactus/motion';
import { type CallName, DeviceMode, HampPlayState, HspPlayState } from '@tactus/protocol';
import { readField } from '../tactus/owning.ts';

/** Whether the answer to a Stop proves that what moved in a mode of guests is at rest; of another mode's Stop none does. */
export type StopProof = (result: unknown, mode: GuestMode | undefined) => boolean;

/** What proves it for a call. */
export function stopProof(name: CallName, input: unknown): StopProof {
  switch (name) {
    case 'info.setMode':
      return () => true;
    case 'info.setMode2':
      return (result) => readField(result, 'mode') === DeviceMode.IDLE;
    case 'hamp.stop':
      return (result, mode) => mode === 'hamp' && readField(result, 'play_state') === HampPlayState.STOPPED;
    case 'hvp.stop':
      return (result, mode) => mode === 'hvp' && readField(result, 'enabled') === false;
    case 'hsp.stop':
    case 'hssp.stop':
    case 'stream.stop':
      return (result, mode) => mode === 'hsp' && PLAYER_RESTS.has(readField(result, 'play_state'));
    default:
      // A direct move of no time; where nobody waited for the device, its answer says nothing.
      return (_result, mode) => mode === 'hdsp' && readField(input, 'immediate_rsp') !== true;
  }
}

const PLAYER_RESTS: ReadonlySet<unknown> = new Set([
  HspPlayState.NOT_INITIALIZED,
  HspPlayState.STOPPED,
  HspPlayState.PAUSED,
]);
