import type { CloudHandlers } from './cloud-call.ts';

/** The calls of the `info` group that the cloud answers without the device. */
export const infoHandlers: CloudHandlers<'info'> = {
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
