import { type CallName, endpointOf } from './endpoints.ts';
import { HampPlayState } from './hamp.ts';
import { HspPlayState } from './hsp.ts';
import { fieldsOf } from './json.ts';
import { DeviceMode } from './mode.ts';

/** The calls that stop a mode and answer with its state. */
export type ModeStopCall = 'hamp.stop' | 'hssp.stop' | 'hsp.stop' | 'stream.stop' | 'hvp.stop';

/** The stop call of each mode that has one. A direct move ends by itself, and the other modes have no call of their own. */
export const STOP_CALL_OF_MODE: { readonly [M in DeviceMode]?: Exclude<ModeStopCall, 'stream.stop'> } = {
  [DeviceMode.HAMP]: 'hamp.stop',
  [DeviceMode.HSSP]: 'hssp.stop',
  [DeviceMode.HSP]: 'hsp.stop',
  [DeviceMode.VIBRATE]: 'hvp.stop',
};

/**
 * Whether a call with this input is a Stop: the stop call of a mode, the change to the idle mode, or a direct move of
 * no time that stops on its target, by which clients stop a direct move.
 */
export function isStopCall(name: CallName, input: unknown): boolean {
  if (name === 'info.setMode' || name === 'info.setMode2') return fieldsOf(input)['mode'] === DeviceMode.IDLE;
  if (name === 'hdsp.xat' || name === 'hdsp.xpt')
    return fieldsOf(input)['t'] === 0 && fieldsOf(input)['stop_on_target'] === true;
  return endpointOf(name).motion === 'ends';
}

/** Whether the state in the answer to a stop call reports that its mode moves nothing. Any other answer does not confirm it. */
export function confirmsStop(name: ModeStopCall, state: unknown): boolean {
  if (name === 'hvp.stop') return fieldsOf(state)['enabled'] === false;
  const playState = fieldsOf(state)['play_state'];
  return name === 'hamp.stop' ? playState === HampPlayState.STOPPED : PLAYER_AT_REST.has(playState);
}

const PLAYER_AT_REST: ReadonlySet<unknown> = new Set([
  HspPlayState.NOT_INITIALIZED,
  HspPlayState.STOPPED,
  HspPlayState.PAUSED,
]);
