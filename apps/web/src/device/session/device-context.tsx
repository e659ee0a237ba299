import { type ConnectionStatus, connectionStatus, type Device, type DeviceState } from '@tactus/sdk';
import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';

const DeviceContext = createContext<Device | undefined>(undefined);
const CutOffContext = createContext(false);

interface DeviceProviderProps {
  device: Device;
  /** The device's cloud does not answer, whatever the last known state of the device. */
  cutOff?: boolean;
  children: ReactNode;
}

/** Provides the device to its children. */
export function DeviceProvider({ device, cutOff = false, children }: DeviceProviderProps) {
  return (
    <DeviceContext value={device}>
      <CutOffContext value={cutOff}>{children}</CutOffContext>
    </DeviceContext>
  );
}

/** The device, for commands. Its state is read with `useDeviceState`. */
export function useDevice(): Device {
  const device = use(DeviceContext);
  if (device === undefined) throw new Error('The device is used outside a DeviceProvider');
  return device;
}

/** A part of the device's state; renders again when that part changes. Select primitives or existing objects. */
export function useDeviceState<Part>(select: (state: DeviceState) => Part): Part {
  return useStore(useDevice().store, select);
}

/** The status of the connection, as a page shows it. */
export type ShownConnectionStatus = ConnectionStatus | 'noNetwork';

/** The status of the connection; `noNetwork` while the device's cloud does not answer. */
export function useConnectionStatus(): ShownConnectionStatus {
  const status = useDeviceState(connectionStatus);
  return use(CutOffContext) ? 'noNetwork' : status;
}
