import { BleState, ConnectionMode, type DeviceEvent, type DeviceHandlers, type Environment } from '@tactus/protocol';

/** The device's radios: which links are up. */
export interface Radios {
  wifi(): boolean;
  ble(): BleState;
  /** Sets the radios as after a boot, without an event. */
  bootInto(mode: ConnectionMode): void;
  setWifi(on: boolean): void;
  /** Sets the Bluetooth state and emits it. */
  setBle(state: BleState): void;
  /** The connection mode that corresponds to the radios. */
  mode(): ConnectionMode;
}

const WITH_WIFI: ReadonlySet<ConnectionMode> = new Set([ConnectionMode.WIFI, ConnectionMode.WIFI_BLE]);
const WITH_BLE: ReadonlySet<ConnectionMode> = new Set([
  ConnectionMode.BLE,
  ConnectionMode.WIFI_BLE,
  ConnectionMode.LEGACY_BLE,
]);

/** Returns radios without a link up, until `bootInto` chooses those of a connection mode. */
export function createRadios(emit: (event: DeviceEvent) => void): Radios {
  let wifi = false;
  let ble: BleState = BleState.NOT_INITIALIZED;
  return {
    wifi: () => wifi,
    ble: () => ble,
    bootInto(mode) {
      wifi = WITH_WIFI.has(mode);
      ble = WITH_BLE.has(mode) ? BleState.ADVERTISING : BleState.NOT_INITIALIZED;
    },
    setWifi(on) {
      wifi = on;
    },
    setBle(state) {
      ble = state;
      emit({ name: 'ble_status_changed', data: { state } });
    },
    mode() {
      if (ble === BleState.NOT_INITIALIZED) return wifi ? ConnectionMode.WIFI : ConnectionMode.NONE;
      return wifi ? ConnectionMode.WIFI_BLE : ConnectionMode.BLE;
    },
  };
}

/** The parts of the system calls. */
export interface SystemParts {
  readonly radios: Radios;
  readonly environment: () => Environment;
  readonly setEnvironment: (environment: Environment) => void;
  /** Answers first, then reboots into a connection mode. */
  readonly reboot: (mode: ConnectionMode) => void;
  /** Answers first, then switches the Wi-Fi off or on. */
  readonly switchWifi: (on: boolean) => void;
}

/** Links, environment and reboot. */
export function createSystemHandlers({
  radios,
  environment,
  setEnvironment,
  reboot,
  switchWifi,
}: SystemParts): DeviceHandlers<'system'> {
  const isBleOn = () => radios.ble() !== BleState.NOT_INITIALIZED;
  return {
    'system.interfaces': () => ({ wifi: radios.wifi(), ble: isBleOn() }),
    'system.setInterfaces': ({ wifi, ble }) => {
      if (ble !== isBleOn()) radios.setBle(ble ? BleState.ADVERTISING : BleState.NOT_INITIALIZED);
      switchWifi(wifi);
      return 'ok';
    },
    'system.environment': () => ({ environment: environment() }),
    'system.setEnvironment': (input) => {
      setEnvironment(input.environment);
      return 'ok';
    },
    'system.reboot': ({ connection_mode }) => {
      reboot(connection_mode);
      return 'ok';
    },
  };
}
