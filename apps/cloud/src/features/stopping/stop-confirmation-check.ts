import type { GuestMode } from '@tactus/motion';
import { type CallName, DeviceMode } from '@tactus/protocol';
import { readField } from '../../http/body-field.ts';
import { confirmsStop } from './confirms-stop.ts';

/** Whether the answer to a Stop confirms that a guest's motion in a mode has ended; the Stop of another mode never does. */
export type StopConfirmationCheck = (result: unknown, mode: GuestMode | undefined) => boolean;

/** The check of the answers to a stop call. */
export function stopConfirmationCheck(name: CallName, input: unknown): StopConfirmationCheck {
  switch (name) {
    case 'info.setMode':
      return () => true;
    case 'info.setMode2':
      return (result) => readField(result, 'mode') === DeviceMode.IDLE;
    case 'hamp.stop':
      return (result, mode) => mode === 'hamp' && confirmsStop('hamp', result);
    case 'hvp.stop':
      return (result, mode) => mode === 'hvp' && confirmsStop('hvp', result);
    case 'hsp.stop':
    case 'hssp.stop':
    case 'stream.stop':
      return (result, mode) => mode === 'hsp' && confirmsStop('hsp', result);
    default:
      // A direct move of no time; an answer that did not wait for the device proves nothing.
      return (_result, mode) => mode === 'hdsp' && readField(input, 'immediate_rsp') !== true;
  }
}
