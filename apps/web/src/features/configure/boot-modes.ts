import { ConnectionMode } from '@tactus/protocol';
import type { MessageKey } from '../../i18n/catalogs.ts';

/** A boot mode of the device. */
export interface BootMode {
  readonly mode: ConnectionMode;
  readonly name: MessageKey;
  /** Advice when to choose it. */
  readonly advice: MessageKey;
  /** Whether the app reaches the device after a start in this mode: only one with Wi-Fi comes back. */
  readonly isReached: boolean;
}

/** The boot modes of the device, the recommended one first. */
export const BOOT_MODES: readonly BootMode[] = [
  { mode: ConnectionMode.WIFI, name: 'configure.boot.wifi', advice: 'configure.boot.wifi.advice', isReached: true },
  {
    mode: ConnectionMode.WIFI_BLE,
    name: 'configure.boot.wifiBle',
    advice: 'configure.boot.wifiBle.advice',
    isReached: true,
  },
  { mode: ConnectionMode.BLE, name: 'configure.boot.ble', advice: 'configure.boot.ble.advice', isReached: false },
  {
    mode: ConnectionMode.LEGACY_BLE,
    name: 'configure.boot.legacyBle',
    advice: 'configure.boot.legacyBle.advice',
    isReached: false,
  },
  {
    mode: ConnectionMode.OFFLINE,
    name: 'configure.boot.offline',
    advice: 'configure.boot.offline.advice',
    isReached: false,
  },
  { mode: ConnectionMode.NONE, name: 'configure.boot.none', advice: 'configure.boot.none.advice', isReached: false },
];
