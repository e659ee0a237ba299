import { type DeviceState, hasSlider } from '@tactus/sdk';

type Facts = Pick<DeviceState, 'capabilities' | 'info'>;

/** Whether its frequency can be chosen: only an LRA has one. */
export function canChooseFrequency({ capabilities }: Facts): boolean {
  return (capabilities?.lra ?? 0) > 0;
}

/** Whether the position of the vibration can be chosen: only a device with a slider has one. */
export function canChoosePosition(facts: Facts): boolean {
  return facts.capabilities !== undefined && hasSlider(facts);
}
