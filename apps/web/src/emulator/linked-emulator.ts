import type { Undo } from '@tactus/time';
import { newSavedDevice, withChangedDevice } from '../settings/saved-device.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Emulator } from './emulator.ts';

/** Adds the virtual device of this tab to the linked ones, with a name for people, unless it is there already. */
export function addEmulatorToLinkedDevices(settings: SettingsStore, connectionKey: string, nickname: string): void {
  const { linkedDevices } = settings.state.getState();
  if (linkedDevices.some((one) => one.connectionKey === connectionKey)) return;
  settings.update({ linkedDevices: [...linkedDevices, newSavedDevice(connectionKey, nickname)] });
}

/** Moves the settings to its new key after the cloud no longer knows the old one. */
export function replaceLinkedEmulatorKey(emulator: Pick<Emulator, 'state'>, settings: SettingsStore): Undo {
  return emulator.state.subscribe(({ connectionKey: key }, { connectionKey: before }) => {
    if (key === undefined || before === undefined || key === before) return;
    const { linkedDevices, connectionKey } = settings.state.getState();
    settings.update({
      linkedDevices: withChangedDevice(linkedDevices, before, { connectionKey: key }),
      connectionKey: connectionKey === before ? key : connectionKey,
    });
  });
}
