import { movementOrDefault } from '@tactus/motion';
import { useSetting } from '../../settings/use-settings.tsx';
import { useDeviceState } from './device-context.tsx';

/** The highest speed that the settings allow, for a device that could go faster. */
export interface SpeedLimit {
  readonly maxSpeedMmS: number;
  /** Whole per cent of the top speed of the device. */
  readonly percent: number;
}

/** Reads the speed limit of the device in use; undefined where the settings do not limit its speed. */
export function useSpeedLimit(): SpeedLimit | undefined {
  const maxSpeedMmS = useSetting(({ limits }) => limits.maxSpeedMmS);
  const fastestMmS = useDeviceState(({ info }) => movementOrDefault(info?.hw_model_no).speed.maxMmS);
  if (maxSpeedMmS <= 0 || maxSpeedMmS >= fastestMmS) return undefined;
  return { maxSpeedMmS, percent: Math.round((maxSpeedMmS / fastestMmS) * 100) };
}
