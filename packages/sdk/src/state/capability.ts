import { movementOfModel } from '@tactus/motion';
import { FIRST_FULL_FIRMWARE_MAJOR, HardwareModel } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';

type Facts = Pick<DeviceState, 'info' | 'capabilities'>;

/** How many sliders the device has: by its capabilities, or else by its model; `undefined` while that is not known. */
export function slidersOf({ info, capabilities }: Facts): number | undefined {
  const model = info?.hw_model_no ?? Number.NaN;
  return capabilities?.slider ?? (movementOfModel(model) ? 1 : model === HardwareModel.OH ? 0 : undefined);
}

/** Whether the device is known to have a slider. */
export const hasSlider = (facts: Facts): boolean => (slidersOf(facts) ?? 0) > 0;

/** Whether the device's firmware is below 4: it gets connected, info and events only. */
export function hasLegacyFirmware({ info }: Pick<Facts, 'info'>): boolean {
  const major = Number.parseInt(info?.fw_version ?? '', 10);
  return major < FIRST_FULL_FIRMWARE_MAJOR;
}
