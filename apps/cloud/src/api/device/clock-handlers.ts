import type { CloudHandlers } from './cloud-call.ts';

/** The cloud measures a device's clock itself; without `s=true` it answers at once, and only the event has the result. */
export const clockHandlers: CloudHandlers<'hstp'> = {
  'hstp.clocksync': async ({ s }, { parts, requireDevice, timeoutMs }) => {
    const measuring = parts.clocks.measure(requireDevice(), timeoutMs);
    if (s === true) return measuring;
    measuring.catch(() => undefined); // no request waits: where the device does not answer, no event follows
    return 'ok';
  },
};
