export type { HardwareInputs, SimulatedClockError } from './hardware/hardware-inputs.ts';
export {
  canVibrate,
  type DeviceModel,
  deviceModels,
  isModelName,
  type ModelName,
  modelNames,
} from './hardware/models.ts';
export { firmwareReleases, isFirmwareVersion, newestRelease } from './system/releases.ts';
export {
  createVirtualDevice,
  DEFAULT_FIRMWARE_VERSION,
  type VirtualDevice,
  type VirtualDeviceOptions,
} from './virtual-device.ts';
