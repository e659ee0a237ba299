import { DeviceMode } from '@tactus/protocol';
import { createClient, type Device, type Fetch } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/**
 * Sends the stop of a running motion while the page is being closed, once, so that the browser delivers it after the page is
 * gone: the other cloud has no leases, so nothing else would stop the device.
 */
export function sendStopOnUnload(parts: {
  readonly device: Device;
  readonly connectionKey: string;
  readonly apiBase: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly time: Time;
}): void {
  const { device, connectionKey, apiBase, apiKey, time } = parts;
  const client = createClient({
    ...{ baseUrl: apiBase, apiKey, connectionKey, time },
    fetch: (url, init) => parts.fetch(url, { ...init, keepalive: true }),
  });
  const stop = () => {
    switch (device.store.getState().mode) {
      case DeviceMode.HAMP:
        return client.hamp.stop();
      case DeviceMode.HSP:
        return client.hsp.stop();
      case DeviceMode.VIBRATE:
        return client.hvp.stop();
      default:
        return client.info.setMode2({ mode: DeviceMode.IDLE });
    }
  };
  // The page is gone: a failure cannot be reported.
  stop().then(undefined, () => undefined);
}
