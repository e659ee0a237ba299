import { FIRST_FULL_FIRMWARE_MAJOR, HardwareModel } from '@tactus/protocol';
import type { DeviceState } from './device-state.ts';

const MODELS_WITH_SLIDER: readonly number[] = [
  HardwareModel.HANDY_1,
  HardwareModel.HANDY_1_2,
  HardwareModel.HANDY_2,
  HardwareModel.HANDY_2_PRO,
];

type Facts = Pick<DeviceState, 'info' | 'capabilities'>;

/** Whether the device has a slider: by its capabilities, or else by its model. */
export function hasSlider({ info, capabilities }: Facts): boolean {
  if (capabilities?.slider !== undefined) return capabilities.slider >= 1;
  return info?.hw_model_no !== undefined && MODELS_WITH_SLIDER.includes(info.hw_model_no);
}

/** Whether the device has a slider, or may have one: its model is not known. */
export const mayHaveSlider = (facts: Facts): boolean =>
  hasSlider(facts) || (facts.capabilities?.slider === undefined && facts.info?.hw_model_no !== HardwareModel.OH);

/** Whether the device's firmware is below 4: it gets connected, info and events only. */
export function hasLegacyFirmware({ info }: Pick<Facts, 'info'>): boolean {
  const major = Number.parseInt(info?.fw_version ?? '', 10);
  return major < FIRST_FULL_FIRMWARE_MAJOR;
}
