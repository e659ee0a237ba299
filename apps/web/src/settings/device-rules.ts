import { PRODUCT_NAMES, type ProductName, type Settings } from './schema.ts';
import type { SettingsStore } from './settings-store.ts';

/** The settings that choosing a device changes: The Handy is dark and unfiltered, Oh is light and filtered. */
export function settingsForDevice(name: string): Pick<Settings, 'device' | 'darkMode' | 'femaleContentFilter'> {
  const device = PRODUCT_NAMES.find((known) => known === name);
  if (device === undefined) throw new Error('Unknown device');
  return device === 'The Handy'
    ? { device, darkMode: true, femaleContentFilter: false }
    : { device, darkMode: false, femaleContentFilter: true };
}

/** The device type of a connected device's model: 1 is Oh, any other The Handy. */
export function deviceTypeOfModel(hwModelNo: number | undefined): ProductName {
  return hwModelNo === 1 ? 'Oh' : 'The Handy';
}

/** Whether the name of the host turns the Japanese content filter on. */
export function isJapaneseHost(hostname: string): boolean {
  return hostname.toLowerCase().includes('.jp');
}

/** Turns the Japanese content filter on where the host's name contains `.jp`; elsewhere it stays as the person set it. */
export function applyHostContentFilter(settings: Pick<SettingsStore, 'update'>, hostname: string): void {
  if (isJapaneseHost(hostname)) settings.update({ japaneseContentFilter: true });
}
