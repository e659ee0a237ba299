import { buildDevice } from './build-device.ts';
import type { Device, DeviceOptions } from './device-api.ts';
import { createPositionPredictor } from './position/predictor.ts';

/** Builds a device. Nothing is sent before `connect`. */
export function createDevice(options: DeviceOptions): Device {
  return buildDevice(options, createPositionPredictor);
}
