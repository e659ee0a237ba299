import { buildDevice } from './build-device.ts';
import type { Device, DeviceOptions } from './device-api.ts';
import { createLazyPredictor } from './position/lazy-predictor.ts';

/**
 * A device for a page that has to load fast: as `createDevice`, but the position predictor, a fifth of the code, is
 * loaded only when the device is first used. Until it is loaded, `position.at` returns nothing.
 */
export function createLeanDevice(options: DeviceOptions): Device {
  return buildDevice(options, (time, serverAt, onThere) =>
    createLazyPredictor(
      () =>
        import('./position/predictor.ts').then(({ createPositionPredictor }) =>
          createPositionPredictor(time, serverAt),
        ),
      onThere,
    ),
  );
}
