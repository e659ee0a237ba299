import type { CloudCallName, GroupName } from '@tactus/protocol';
import { clockHandlers } from './clock-handlers.ts';
import type { CloudCallContext, CloudHandlers } from './cloud-call.ts';
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

/** Handles a call that the cloud answers itself, with checked input; returns undefined where the handler took the response over. */
export async function handleInCloud(name: CloudCallName, input: unknown, context: CloudCallContext): Promise<unknown> {
  // A name and its handler belong to the same row; a look-up by a variable name loses that type.
  const handler = handlers[name] as (input: unknown, context: CloudCallContext) => unknown;
  return handler(input, context);
}
