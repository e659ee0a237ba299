import { createShownControlRegistry } from '../shown-control.ts';
import type { DeviceSpeedControl } from './device-speed-control.ts';

/** The registry of the control that shows the speed of the alternating motion on the present page. */
export const SHOWN_SPEED_CONTROL_REGISTRY = createShownControlRegistry<DeviceSpeedControl>();
