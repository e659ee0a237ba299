import type { CloudHandlers } from './cloud-call.ts';

/** Measuring a device's clock is the cloud's part of HSTP (api-v3.md 2.8); without `s=true` only the event tells of it. */
export const clockHandlers: CloudHandlers<'hstp'> = {
  'hstp.clocksync': async ({ s }, { parts, requireDevice, timeoutMs }) => {
    const measuring = parts.clocks.measure(requireDevice(), timeoutMs);
    if (s === true) return measuring;
    measuring.catch(() => undefined); // nobody waits: a device that does not answer announces nothing
    return 'ok';
  },
};
