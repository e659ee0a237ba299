import type { Device } from '../device-api.ts';
import { toDeviceError } from '../errors.ts';
import { callTactusApi, type GroupCloud } from './group-cloud.ts';

/** How many devices one request may stop. */
const DEVICES_MAX = 64;

/**
 * Stops several devices by one request, if the cloud supports it (`features.stopMany`), so that none waits for a
 * connection of the browser. It proves nothing: each device's own Stop confirms the stop and retries.
 */
export function sendStopToDevices(cloud: GroupCloud | undefined, devices: readonly Device[]): void {
  const stoppable = devices.flatMap((device) => {
    const { connectionKey } = device.store.getState();
    return connectionKey === undefined ? [] : [{ device, connectionKey }];
  });
  if (!cloud?.features?.stopMany || stoppable.length < 2) return;
  for (let sent = 0; sent < stoppable.length; sent += DEVICES_MAX) {
    const some = stoppable.slice(sent, sent + DEVICES_MAX);
    const body = { connectionKeys: some.map(({ connectionKey }) => connectionKey) };
    const sequence = some.flatMap(({ device }) => device.nextSequence() ?? []).join(', ');
    callTactusApi(cloud, { method: 'POST', path: '/stop', body, sequence }).then(undefined, toDeviceError);
  }
}
