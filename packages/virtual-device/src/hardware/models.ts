import { type ModelMovement, movementOfModel } from '@tactus/motion';
import { type DeviceCapabilities, HardwareModel } from '@tactus/protocol';

/** The hardware of a device model. */
export interface DeviceModel {
  /** `hw_model_no` on the wire. */
  readonly number: HardwareModel;
  /** `hw_model_name` on the wire. */
  readonly wireName: string;
  /** The name for people. */
  readonly label: string;
  /** Undefined for a model without a slider. */
  readonly movement: ModelMovement | undefined;
  readonly capabilities: DeviceCapabilities;
  /** The capacity of a stream with Wi-Fi alone, and with Bluetooth as well, which takes memory. */
  readonly maxPoints: { readonly wifi: number; readonly wifiAndBle: number };
}

const slider: DeviceCapabilities = {
  vulva_oriented: false,
  battery: false,
  slider: 1,
  lra: 0,
  erm: 0,
  external_memory: false,
  rgb_led_indicator: true,
  led_matrix: false,
  rgb_ring: false,
};

const SMALL_MEMORY = { wifi: 4_000, wifiAndBle: 300 };
/** Inferred: the largest buffer that was reported belongs to a model with more memory. */
const LARGE_MEMORY = { wifi: 9_707, wifiAndBle: 3_000 };

/** Every modelled device, by a short name. */
export const deviceModels = {
  handy: sliderModel(HardwareModel.HANDY_1, 'H01', 'The Handy'),
  'handy-1.2': sliderModel(HardwareModel.HANDY_1_2, 'H01', 'The Handy 1.2'),
  'handy-2': { ...sliderModel(HardwareModel.HANDY_2, 'H02', 'The Handy 2'), ...withMoreMemory() },
  'handy-2-pro': {
    ...sliderModel(HardwareModel.HANDY_2_PRO, 'H02', 'The Handy 2 Pro'),
    ...withMoreMemory({ battery: true }),
  },
  oh: {
    number: HardwareModel.OH,
    wireName: 'Oh.',
    label: 'Oh',
    movement: undefined,
    capabilities: { ...slider, vulva_oriented: true, battery: true, slider: 0, lra: 1 },
    maxPoints: SMALL_MEMORY,
  },
} satisfies Record<string, DeviceModel>;

/** Whether a model has a vibration motor. */
export const canVibrate = ({ capabilities: { lra = 0, erm = 0 } }: DeviceModel): boolean => lra + erm > 0;

/** Short name of a model. */
export type ModelName = keyof typeof deviceModels;

/** The short names of all models. */
export const modelNames = Object.keys(deviceModels) as ModelName[]; // Object.keys forgets the literal types

/** Whether a text is the short name of a model. */
export const isModelName = (text: string): text is ModelName => Object.hasOwn(deviceModels, text);

function sliderModel(number: HardwareModel, wireName: string, label: string): DeviceModel {
  return { number, wireName, label, movement: movementOfModel(number), capabilities: slider, maxPoints: SMALL_MEMORY };
}

function withMoreMemory(more: DeviceCapabilities = {}): Pick<DeviceModel, 'capabilities' | 'maxPoints'> {
  return { capabilities: { ...slider, external_memory: true, ...more }, maxPoints: LARGE_MEMORY };
}
