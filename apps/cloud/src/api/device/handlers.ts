import type { CloudCallName, GroupName } from '@tactus/protocol';
import { clockHandlers } from './clock-handlers.ts';
import type { CallContext, CloudHandlers } from './cloud-call.ts';
import { sseHandlers } from './event-handlers.ts';
import { hsspHandlers } from './hssp-handlers.ts';
import { infoHandlers } from './info-handlers.ts';
import { streamHandlers } from './stream-handlers.ts';
import { authHandlers } from './token-handlers.ts';
import { otaHandlers } from './update-handlers.ts';
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

/** Handles a call that the cloud answers itself, with input that its row has checked; undefined where the handler took over the response. */
export async function handleInCloud(name: CloudCallName, input: unknown, context: CallContext): Promise<unknown> {
  // Names and handlers are of the same rows, which a look-up by a variable name forgets.
  const handler = handlers[name] as (input: unknown, context: CallContext) => unknown;
  return handler(input, context);
}
