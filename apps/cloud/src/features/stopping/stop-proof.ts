import type { GuestMode } from '@tactus/motion';
import { type CallName, DeviceMode } from '@tactus/protocol';
import { readField } from '../../http/body-field.ts';
import { confirmsRest } from './confirms-rest.ts';

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
      return (result, mode) => mode === 'hamp' && confirmsRest('hamp', result);
    case 'hvp.stop':
      return (result, mode) => mode === 'hvp' && confirmsRest('hvp', result);
    case 'hsp.stop':
    case 'hssp.stop':
    case 'stream.stop':
      return (result, mode) => mode === 'hsp' && confirmsRest('hsp', result);
    default:
      // A direct move of no time; where nobody waited for the device, its answer says nothing.
      return (_result, mode) => mode === 'hdsp' && readField(input, 'immediate_rsp') !== true;
  }
}
