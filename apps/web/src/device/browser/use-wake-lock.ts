import { useEffect } from 'react';
import { useInMotion } from '../linked/linked-devices-context.tsx';
import { useConnectionStatus } from '../session/device-context.tsx';
import { browserWakeLock, preventSleep } from './wake-lock.ts';

/** Holds a wake lock while something moves, so that Stop stays within reach. */
export function useWakeLock(): void {
  const moving = useInMotion();
  const ready = useConnectionStatus() === 'ready';
  const awake = moving && ready;
  useEffect(() => (awake ? preventSleep(browserWakeLock()) : undefined), [awake]);
}
