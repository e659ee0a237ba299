import { createShownControl } from '../shown-control.ts';
import type { DeviceSpeed } from './build-speed.ts';

/** The speed of the alternating motion. */
export const SHOWN_SPEED = createShownControl<DeviceSpeed>();
