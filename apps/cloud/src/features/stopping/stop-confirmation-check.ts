import { type CallName, confirmsStop, DeviceMode, type GuestMode } from '@tactus/protocol';
import { readField } from '../../http/body-field.ts';
import { modeGroupOfStopCall } from './stop-group.ts';

/** Whether the answer to a Stop confirms that a guest's motion in a mode has ended; the Stop of another mode never does. */
export type StopConfirmationCheck = (result: unknown, mode: GuestMode | undefined) => boolean;

/** The check of the answers to a stop call. */
export function stopConfirmationCheckFor(name: CallName, input: unknown): StopConfirmationCheck {
  if (name === 'info.setMode') return () => true;
  if (name === 'info.setMode2') return (result) => readField(result, 'mode') === DeviceMode.IDLE;
  const group = modeGroupOfStopCall(name);
  if (group !== undefined) return (result, mode) => mode === group && confirmsStop(`${group}.stop`, result);
  // A direct move of no time; an answer that did not wait for the device proves nothing.
  return (_result, mode) => mode === 'hdsp' && readField(input, 'immediate_rsp') !== true;
}
