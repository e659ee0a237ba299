import type { Undo } from '@tactus/time';
import { newSavedDevice, withSavedDevice } from '../settings/saved-device.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Emulator } from './emulator.ts';

/** Puts the virtual device of this tab among the linked ones, under a name for people where it is not there yet. */
export function linkEmulator(settings: SettingsStore, connectionKey: string, nickname: string): void {
  const { linkedDevices } = settings.state.getState();
  if (linkedDevices.some((one) => one.connectionKey === connectionKey)) return;
  settings.update({ linkedDevices: [...linkedDevices, newSavedDevice(connectionKey, nickname)] });
}

/** Lets the settings follow its key: what they know by one that the cloud has forgotten goes on under the new one. */
export function followEmulatorKey(emulator: Pick<Emulator, 'state'>, settings: SettingsStore): Undo {
  return emulator.state.subscribe(({ connectionKey: key }, { connectionKey: before }) => {
    if (key === undefined || before === undefined || key === before) return;
    const { linkedDevices, connectionKey } = settings.state.getState();
    settings.update({
      linkedDevices: withSavedDevice(linkedDevices, before, { connectionKey: key }),
      connectionKey: connectionKey === before ? key : connectionKey,
    });
  });
}
