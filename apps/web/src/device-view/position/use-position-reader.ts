import { connectionStatus } from '@tactus/sdk';
import { useCallback, useEffect } from 'react';
import { useConnectionStatus, useDevice } from '../../device/session/device-context.tsx';
import type { ReadPosition, ReportedPositionDot } from './position-snapshot.ts';

/**
 * Functions that read the device's position once a frame: undefined while the device cannot be reached, for an estimate
 * without corrections is a guess. While the component is shown, readings of the device correct the estimate.
 */
export function usePositionReader(): { read: ReadPosition; readings: () => readonly ReportedPositionDot[] } {
  const device = useDevice();
  const isCutOff = useConnectionStatus() === 'noNetwork';
  useEffect(() => device.position.watch(), [device]);
  const read = useCallback<ReadPosition>(() => {
    const state = device.store.getState();
    const isKnown = !isCutOff && connectionStatus(state) === 'ready';
    const at = isKnown ? device.position.at() : undefined;
    if (at === undefined) return undefined;
    const { min, max } = state.slider;
    return { position01: at.position01, windowMin01: min, windowMax01: max, moving: at.moving };
  }, [device, isCutOff]);
  const readings = useCallback(() => device.position.readings(), [device]);
  return { read, readings };
}
