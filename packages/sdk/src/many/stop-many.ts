import { toDeviceError } from '../errors.ts';
import { askOwn, type GroupCloud } from './group-cloud.ts';

/** Devices that one request may stop. */
const DEVICES_MAX = 64;

/**
 * Asks a cloud that can (`features.stopMany`) to stop several devices by one request, so that none waits for a connection of
 * the browser. It proves nothing: each device's own Stop confirms it and tries again.
 */
export function sendStopMany(cloud: GroupCloud | undefined, connectionKeys: readonly string[]): void {
  if (!cloud?.features?.stopMany || connectionKeys.length < 2) return;
  for (let sent = 0; sent < connectionKeys.length; sent += DEVICES_MAX) {
    const body = { connectionKeys: connectionKeys.slice(sent, sent + DEVICES_MAX) };
    askOwn(cloud, { method: 'POST', path: '/stop', body }).then(undefined, toDeviceError);
  }
}
