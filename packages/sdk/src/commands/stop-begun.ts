import type { DeviceState } from '../state/device-state.ts';

type Facts = Pick<DeviceState, 'stopPhase' | 'stopPresses' | 'stopsElsewhere'>;

/**
 * Whether a device has begun to be stopped between two states: Stop was pressed here or in another tab, though an earlier
 * one may still be under way, or what came late is stopped anew. Whatever drives a device ends what it does then.
 */
export const isStopBegun = (now: Facts, before: Facts): boolean =>
  now.stopPresses !== before.stopPresses ||
  now.stopsElsewhere !== before.stopsElsewhere ||
  (now.stopPhase === 'stopping' && before.stopPhase !== 'stopping');
