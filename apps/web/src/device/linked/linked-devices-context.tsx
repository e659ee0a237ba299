import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import { DeviceProvider, useDeviceState } from '../session/device-context.tsx';
import { isInMotion } from '../session/motion.ts';
import { useIsCutOff } from '../session/use-is-cut-off.ts';
import { DrivenDevicesProvider } from './driven-devices.tsx';
import type { FollowersState } from './followers.ts';
import type { LinkedDevices } from './linked-devices.ts';

const LinkedDevicesContext = createContext<LinkedDevices | undefined>(undefined);

/** Provides the device in use, and those that follow it. */
export function LinkedDevicesProvider({ devices, children }: { devices: LinkedDevices; children: ReactNode }) {
  const hasEvents = useStore(devices.device.store, ({ sseConnected }) => sseConnected);
  return (
    <LinkedDevicesContext value={devices}>
      <DeviceProvider device={devices.device} cutOff={useIsCutOff(devices.cloud, hasEvents)}>
        <DrivenDevicesProvider>{children}</DrivenDevicesProvider>
      </DeviceProvider>
    </LinkedDevicesContext>
  );
}

/** The linked devices, for components that deal with several. */
export function useLinkedDevices(): LinkedDevices {
  const devices = use(LinkedDevicesContext);
  if (devices === undefined) throw new Error('The linked devices are used outside a LinkedDevicesProvider');
  return devices;
}

/** A part of the followers' state. Select primitives or existing objects. */
export function useFollowersState<Part>(select: (followers: FollowersState) => Part): Part {
  return useStore(useLinkedDevices().followers, select);
}

/** Whether anything moves that Stop would stop: the device in use, or one that follows it. */
export function useAreLinkedDevicesMoving(): boolean {
  const own = useDeviceState(isInMotion);
  const followers = useFollowersState(({ moving }) => moving);
  return own || followers;
}
