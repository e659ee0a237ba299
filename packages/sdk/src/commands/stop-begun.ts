import type { DeviceState } from '../state/device-state.ts';

type Facts = Pick<DeviceState, 'stopPhase' | 'stopPresses' | 'stopsElsewhere'>;

/**
 * Whether a Stop of a device began between two states: it was pressed here or in another tab, also while an earlier one
 * is pending, or a late start is stopped again. Everything that drives the device has to end then.
 */
export const isStopBegun = (now: Facts, before: Facts): boolean =>
  now.stopPresses !== before.stopPresses ||
  now.stopsElsewhere !== before.stopsElsewhere ||
  (now.stopPhase === 'stopping' && before.stopPhase !== 'stopping');
