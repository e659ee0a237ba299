import { createShownControlRegistry } from '../shown-control.ts';
import type { DeviceVibrationControl } from './device-vibration-control.ts';

/** The registry of the control that shows the vibration on the present page. */
export const SHOWN_VIBRATION_CONTROL_REGISTRY = createShownControlRegistry<DeviceVibrationControl>();
