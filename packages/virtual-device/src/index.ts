export { type DeviceModel, deviceModels, isModelName, type ModelName, modelNames } from './models.ts';
export { isMountedCall } from './mounted.ts';
export {
  createVirtualDevice,
  VIRTUAL_FIRMWARE,
  type VirtualDevice,
  type VirtualDeviceOptions,
} from './virtual-device.ts';
