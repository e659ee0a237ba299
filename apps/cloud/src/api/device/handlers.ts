import type { CloudCallName, GroupName } from '@tactus/protocol';
import type { CloudCallContext, CloudHandlers } from './cloud-call.ts';
import { sseHandlers } from './event-handlers.ts';
import { hsspHandlers } from './hssp-handlers.ts';
import { streamHandlers } from './stream-handlers.ts';
import { authHandlers } from './token-handlers.ts';
import { otaHandlers } from './update-handlers.ts';

/** The calls of the `info` group that the cloud answers without the device. */
const infoHandlers: CloudHandlers<'info'> = {
  'info.connected': (_input, { parts, reference }) => ({
    connected: parts.devices.get(reference)?.info() !== undefined,
    ...(!parts.isKnownKey(reference) && { known: false }),
  }),

  // Sizes in bytes are left out: a link inside this process serialises nothing.
  'info.statistics': (_input, { parts, requireDevice }) => {
    const { sent, answered, dropped } = parts.caller.traffic(requireDevice());
    return {
      timestamp: new Date(parts.time.now()).toISOString(),
      total_messages: sent,
      acked_messages: answered,
      dropped_messages: dropped,
    };
  },
};

/** The cloud's own time. */
const utilsHandlers: CloudHandlers<'utils'> = {
  'utils.servertime': (_input, { parts }) => ({ server_time: Math.round(parts.time.now()) }),
};

/** The cloud measures a device's clock itself; without `s=true` it answers at once, and only the event has the result. */
const clockHandlers: CloudHandlers<'hstp'> = {
  'hstp.clocksync': async ({ s }, { parts, requireDevice, timeoutMs }) => {
    const device = requireDevice();
    if (s === true) return parts.clocks.measure(device, timeoutMs);
    parts.clocks.measure(device).catch(() => undefined); // where the device does not answer, no event follows
    return 'ok';
  },
};

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
