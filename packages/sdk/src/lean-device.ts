import { buildDevice } from './build-device.ts';
import type { Device, DeviceOptions } from './device-api.ts';
import { createLatePredictor } from './position/late-predictor.ts';

/**
 * A device for a page that has to stand soon: as `createDevice`, but what predicts the position, a fifth of the whole, is
 * loaded only when the device is asked something for the first time. Until it is there, `position.at` gives nothing.
 */
export function createLeanDevice(options: DeviceOptions): Device {
  return buildDevice(options, (time, serverAt, onThere) =>
    createLatePredictor(
      () => import('./position/predictor.ts').then(({ createPredictor }) => createPredictor(time, serverAt)),
      onThere,
    ),
  );
}
