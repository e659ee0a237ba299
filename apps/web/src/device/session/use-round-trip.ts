import { useDeviceState } from './device-context.tsx';

/** How long a command takes to the device and back, whole ms; 0 until it was measured. */
export function useRoundTripMs(): number {
  return useDeviceState(({ clockSync }) => Math.round(clockSync.rtd + clockSync.deviceRtd));
}
