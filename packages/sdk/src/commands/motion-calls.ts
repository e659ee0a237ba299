import { endpointOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';

/** Whether a call can set a device at rest in motion. Such a command of a user ends a pending Stop. */
export const canStartMotion = (call: ClientCallName): boolean => endpointOf(call).motion === 'starts';

/** Whether a call is the stop of a mode. */
export const isModeStopCall = (call: ClientCallName): boolean => endpointOf(call).motion === 'ends';
