import { BleState } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';
import type { StatePatch, StateSlice } from './state-slice.ts';

/** Which links of the device are up. */
export interface InterfacesState {
  readonly wifi: boolean;
  readonly ble: boolean;
  readonly ble_state: BleState;
}

/** No report of the links yet. */
export const initialInterfaces: InterfacesState = { wifi: false, ble: false, ble_state: BleState.NOT_INITIALIZED };

const change = ({ interfaces }: DeviceState, changes: Partial<InterfacesState>): StatePatch => ({
  interfaces: { ...interfaces, ...changes },
});

/** While Bluetooth starts up it is unknown whether it will be on: the known state stays. */
const BLE_IS_ON: Readonly<Record<BleState, boolean | undefined>> = {
  [BleState.NOT_INITIALIZED]: false,
  [BleState.INITIALIZING]: undefined,
  [BleState.ADVERTISING]: true,
  [BleState.CONNECTED]: true,
};

const present = (state: DeviceState, { connected }: { connected: boolean }): StatePatch =>
  change(state, { wifi: connected });
const reported = (state: DeviceState, { wifi, ble }: { wifi: boolean; ble: boolean }): StatePatch =>
  change(state, { wifi, ble });

/** The links of the device. */
export const interfacesSlice = {
  on: {
    ble_status_changed: (state, { state: ble_state }) =>
      change(state, { ble_state, ble: BLE_IS_ON[ble_state] ?? state.interfaces.ble }),
    device_status: present,
    device_connected: present,
    device_disconnected: (state) => change(state, { wifi: false }),
  },
  answers: {
    'system.interfaces': reported,
    'system.setInterfaces': (state, _, __, input) => reported(state, input),
    'system.reboot': (state) => change(state, { wifi: false, ble: false }),
  },
  reread: 'system.interfaces',
} satisfies StateSlice;
