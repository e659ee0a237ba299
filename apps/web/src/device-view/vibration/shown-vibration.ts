import { createShownControl } from '../shown-control.ts';
import type { DeviceVibration } from './build-vibration.ts';

/** The vibration. */
export const SHOWN_VIBRATION = createShownControl<DeviceVibration>();
