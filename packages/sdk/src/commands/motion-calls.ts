import { endpointOf } from '@tactus/protocol';
import type { ClientCallName } from '../client/client.ts';

/** Whether a call can set a device at rest in motion. Such a command of a user ends a pending Stop. */
export const canStartMotion = (call: ClientCallName): boolean => endpointOf(call).motion === 'starts';

/** Whether a call is the stop of a mode. */
export const isModeStopCall = (call: ClientCallName): boolean => endpointOf(call).motion === 'ends';

/** Counts the starts that a sender was asked for and that have no answer, also those that it has not sent yet. */
export function countStarts<Rest extends readonly unknown[]>(
  sendNow: (call: ClientCallName, ...rest: Rest) => Promise<unknown>,
  connectionKey: () => string | undefined,
) {
  /** The key of the device of each start. */
  const starting: (string | undefined)[] = [];
  return {
    send(call: ClientCallName, ...rest: Rest): Promise<unknown> {
      const [key, answered] = [connectionKey(), sendNow(call, ...rest)];
      if (!canStartMotion(call)) return answered;
      starting.push(key);
      return answered.finally(() => starting.splice(starting.indexOf(key), 1));
    },
    isStarting: () => starting.includes(connectionKey()),
  };
}
