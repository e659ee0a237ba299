import { HardwareModel } from '@tactus/protocol';
import { newSavedDevice, type SavedDevice } from '../../settings/saved-device.ts';

/** The name under which each model is sold. */
const MODEL_NAMES: Readonly<Record<number, string>> = {
  [HardwareModel.HANDY_1]: 'The Handy',
  [HardwareModel.OH]: 'Oh',
  [HardwareModel.HANDY_1_2]: 'The Handy 1.2',
  [HardwareModel.HANDY_2]: 'The Handy 2',
  [HardwareModel.HANDY_2_PRO]: 'The Handy 2 Pro',
};

/** The name under which a model is sold; undefined for an unknown model. */
export function deviceModelName(modelNo: number | undefined): string | undefined {
  return modelNo === undefined ? undefined : MODEL_NAMES[modelNo];
}

/** The name of a linked device: the person's own name for it, else its model's, else enough of its key to recognise it. */
export function linkedDeviceName({ nickname, modelNo, connectionKey }: SavedDevice): string {
  return nickname || deviceModelName(modelNo) || maskKey(connectionKey);
}

/** The name of the linked device of a key; with a part of its key where another one has the same name. */
export function distinctDeviceName(connectionKey: string, linked: readonly SavedDevice[]): string {
  const others = linked.filter((one) => one.connectionKey !== connectionKey);
  const device = linked.find((one) => one.connectionKey === connectionKey) ?? newSavedDevice(connectionKey);
  const name = linkedDeviceName(device);
  return others.some((one) => linkedDeviceName(one) === name) ? `${name} (${maskKey(connectionKey)})` : name;
}

/** Enough of a key to recognise it, too little to use it. */
export function maskKey(key: string): string {
  return `${key.slice(0, 2)}${'•'.repeat(6)}${key.slice(-2)}`;
}
