import { connectionStatus, type Device } from '@tactus/sdk';
import type { SettingsStore } from '../../settings/settings-store.ts';

/**
 * Links the key that a person enters. A new key is connected because the settings have changed; the key in use is connected
 * again, which does nothing while its device is connected.
 */
export function linkDeviceByKey(
  { device, settings }: { device: Device; settings: SettingsStore },
  connectionKey: string,
): void {
  const isInUse = settings.state.getState().connectionKey === connectionKey;
  settings.update({ connectionKey });
  if (isInUse) reconnectDeviceInUse(device, connectionKey);
}

/** Connects again with the key in use. The result is in the state of the device, which every page shows. */
export function reconnectDeviceInUse(device: Device, connectionKey: string): void {
  // The state of a device that was connected, and may still move, is preserved.
  if (connectionStatus(device.store.getState()) === 'lost') device.retry();
  else device.connect(connectionKey).catch(() => undefined);
}
