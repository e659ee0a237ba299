import { canStartMotion } from '../commands/motion-calls.ts';
import type { CommandSender } from './command-sender.ts';

/** Counts the starts that a sender was asked for and that have no answer, also those that it has not sent yet. */
export function countStarts(
  sendNow: CommandSender,
  connectionKey: () => string | undefined,
): { readonly send: CommandSender; readonly isStarting: () => boolean } {
  /** The key of the device of each start. */
  const starting: (string | undefined)[] = [];
  return {
    async send(call, ...rest) {
      if (!canStartMotion(call)) return sendNow(call, ...rest);
      const key = connectionKey();
      starting.push(key);
      try {
        return await sendNow(call, ...rest);
      } finally {
        starting.splice(starting.indexOf(key), 1);
      }
    },
    isStarting: () => starting.includes(connectionKey()),
  };
}
