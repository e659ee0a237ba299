import { type Device, readLatestConnectionKey } from '@tactus/sdk';
import { deleteStoredDeviceState } from '../../settings/delete-stored-data.ts';
import type { KeyValueStorage } from '../../settings/key-value-storage.ts';
import { withoutSavedDevice } from '../../settings/saved-device.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

/** The storage key under which the SDK remembers the last connected key. */
const LATEST_KEY = 'tactus.device.latest';

/**
 * Removes a linked device from the settings and from the storage beside them. Removing the key in use stops the
 * device and disconnects it; the state stored meanwhile is removed after that.
 */
export function forgetDevice(
  from: { readonly device: Pick<Device, 'store'>; readonly settings: SettingsStore; readonly storage: KeyValueStorage },
  connectionKey: string,
): void {
  const { device, settings, storage } = from;

  function wipe(): void {
    deleteStoredDeviceState(storage, connectionKey);
    if (readLatestConnectionKey(storage) === connectionKey) storage.removeItem(LATEST_KEY);
  }

  settings.update(withoutSavedDevice(settings.state.getState(), connectionKey));
  wipe();
  if (device.store.getState().connectionKey !== connectionKey) return;
  const off = device.store.subscribe((now) => {
    if (now.connectionKey === connectionKey) return;
    off();
    wipe();
  });
}
