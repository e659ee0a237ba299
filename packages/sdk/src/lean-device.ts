import { buildDevice } from './build-device.ts';
import type { Device, DeviceOptions } from './device-api.ts';
import { toDeviceError } from './errors.ts';
import { createLazyPredictor } from './position/lazy-predictor.ts';

/**
 * A device for a page that has to load fast: as `createDevice`, but the position predictor, a fifth of the code, and the lead-in are
 * loaded only when the device is first used. Until then, `position.at` returns nothing.
 */
export function createLeanDevice(options: DeviceOptions): Device {
  const load = () => import('./lean-device-parts.ts');
  return buildDevice(
    options,
    (time, serverAt, onThere) =>
      createLazyPredictor(
        () => load().then(({ createPositionPredictor }) => createPositionPredictor(time, serverAt)),
        onThere,
      ),
    (...asked) =>
      load()
        .then(({ leadIn }) => leadIn(...asked))
        .catch(rethrow),
  );
}

function rethrow(thrown: unknown): never {
  throw toDeviceError(thrown);
}
