import { connectionStatus, type Device } from '@tactus/sdk';
import type { SettingsStore } from '../../settings/settings-store.ts';

/**
 * Links the key that a person enters. A new one is connected because the settings have changed; the one in use is connected
 * anew, which does nothing while its device is there.
 */
export function linkKey(
  { device, settings }: { device: Device; settings: SettingsStore },
  connectionKey: string,
): void {
  const isInUse = settings.state.getState().connectionKey === connectionKey;
  settings.update({ connectionKey });
  if (isInUse) tryAgain(device, connectionKey);
}

/** Connects again with the key in use. What comes of that is in the state of the device, which every page shows. */
export function tryAgain(device: Device, connectionKey: string): void {
  // What is known of a device that was there, and may still move, is not forgotten for it.
  if (connectionStatus(device.store.getState()) === 'lost') device.retry();
  else device.connect(connectionKey).catch(() => undefined);
}
