import { type ConnectionWord, connectionWord, type Device, type DeviceState } from '@tactus/sdk';
import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';

const DeviceContext = createContext<Device | undefined>(undefined);

/** Gives the device to everything inside. */
export function DeviceProvider({ device, children }: { device: Device; children: ReactNode }) {
  return <DeviceContext value={device}>{children}</DeviceContext>;
}

/** The device, to ask things of. What it is and does is read with `useDeviceState`. */
export function useDevice(): Device {
  const device = use(DeviceContext);
  if (device === undefined) throw new Error('The device is used outside a DeviceProvider');
  return device;
}

/** A part of what is known about the device; renders again when that part changes. Select primitives or existing objects. */
export function useDeviceState<Part>(select: (state: DeviceState) => Part): Part {
  return useStore(useDevice().store, select);
}

/** What to call the connection: offline, connecting, ready or lost. */
export function useConnectionWord(): ConnectionWord {
  return useDeviceState(connectionWord);
}
