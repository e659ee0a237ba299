import type { HardwareInputs } from '@tactus/virtual-device';

/** A fault that the device has from its start. */
export interface InjectedFault {
  readonly name: FaultName;
  readonly value: number;
}

interface Fault {
  readonly min: number;
  readonly max: number;
}

/** The bounds of each fault; the names of the first three are those of `/_control`. */
const faults = {
  clockDriftPpm: { min: -1_000, max: 1_000 },
  clockSkewMs: { min: -60_000, max: 60_000 },
  otaFailsAt: { min: 0, max: 1 },
  batteryLevel: { min: 0, max: 1 },
  motorTemperature: { min: 0, max: 150 },
  sliderBlocked: { min: 0, max: 1 },
} satisfies Record<string, Fault>;

type FaultName = keyof typeof faults;

/** Every fault that a device can start with. */
export const faultNames = Object.keys(faults) as FaultName[]; // Object.keys loses the literal types

/** Reads `name=value`; adds what is wrong to `problems`. */
export function readFault(text: string, problems: string[]): readonly InjectedFault[] {
  const [word = '', value = ''] = text.split('=');
  const name = faultNames.find((known) => known === word);
  if (!name) {
    problems.push(`--fault must be one of ${faultNames.join(', ')}`);
    return [];
  }
  const { min, max } = faults[name];
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= min && number <= max) return [{ name, value: number }];
  problems.push(`--fault ${name} must be a number from ${min} to ${max}`);
  return [];
}

/** Sets the faults of a device. */
export function applyFaults(hardware: HardwareInputs, wanted: readonly InjectedFault[]): void {
  const values = new Map(wanted.map(({ name, value }) => [name, value]));
  const wantedOf = (name: FaultName) => values.get(name);
  hardware.setClockError({ driftPpm: wantedOf('clockDriftPpm') ?? 0, skewMs: wantedOf('clockSkewMs') ?? 0 });
  const [failsAt, level, celsius] = [wantedOf('otaFailsAt'), wantedOf('batteryLevel'), wantedOf('motorTemperature')];
  if (failsAt !== undefined) hardware.failUpdateAt(failsAt);
  if (level !== undefined) hardware.setBatteryLevel(level);
  if (celsius !== undefined) hardware.setMotorTemperature(celsius);
  if (wantedOf('sliderBlocked') === 1) hardware.setSliderBlocked(true);
}
