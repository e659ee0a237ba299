import { useEffect } from 'react';
import { useAreLinkedDevicesMoving } from '../linked/linked-devices-context.tsx';
import { useConnectionStatus } from '../session/device-context.tsx';
import { browserWakeLockPorts, preventSleep } from './wake-lock.ts';

/** Holds a wake lock while something moves, so that Stop stays within reach. */
export function useWakeLock(): void {
  const moving = useAreLinkedDevicesMoving();
  const ready = useConnectionStatus() === 'ready';
  const awake = moving && ready;
  useEffect(() => (awake ? preventSleep(browserWakeLockPorts()) : undefined), [awake]);
}
