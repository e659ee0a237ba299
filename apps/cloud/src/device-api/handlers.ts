import type { CloudCallName, GroupName } from '@tactus/protocol';
import { authHandlers } from '../auth/handlers.ts';
import { clockHandlers } from '../devices/clock-handlers.ts';
import { sseHandlers } from '../events/handlers.ts';
import { otaHandlers } from '../ota/handlers.ts';
import { hsspHandlers } from '../playback/hssp-handlers.ts';
import { streamHandlers } from '../playback/stream-handlers.ts';
import type { CallContext, CloudHandlers } from './cloud-call.ts';
import { infoHandlers } from './info-handlers.ts';
import { utilsHandlers } from './utils-handlers.ts';

/** Every call that the cloud answers itself: one without a handler does not compile. */
const handlers: CloudHandlers<GroupName> = {
  ...authHandlers,
  ...utilsHandlers,
  ...infoHandlers,
  ...clockHandlers,
  ...hsspHandlers,
  ...streamHandlers,
  ...otaHandlers,
  ...sseHandlers,
};

/** Answers a call that is not the device's, with input that its row has checked; undefined where the response was taken over. */
export async function answerHere(name: CloudCallName, input: unknown, context: CallContext): Promise<unknown> {
  // Names and handlers are of the same rows, which a look-up by a variable name forgets.
  const handler = handlers[name] as (input: unknown, context: CallContext) => unknown;
  return handler(input, context);
}
