import { buildDevice } from './build-device.ts';
import { leadIn } from './commands/move-to-playback-start.ts';
import type { Device, DeviceOptions } from './device-api.ts';
import { createPositionPredictor } from './position/predictor.ts';

/** Builds a device. Nothing is sent before `connect`. Throws 'bad-input' for a `hold.holder` of more than 64 characters, or none. */
export function createDevice(options: DeviceOptions): Device {
  return buildDevice(options, createPositionPredictor, leadIn);
}
