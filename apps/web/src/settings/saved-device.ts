import * as z from 'zod/mini';
import { percentSchema, settingField } from './field.ts';

/** A device that the person has linked (an entry of `linkedDevices`), as this browser remembers it. */
export const savedDeviceSchema = z.looseObject({
  connectionKey: z.string(),
  /** The person's own name for it; empty for none. */
  nickname: settingField(z.string(), ''),
  /** Whether it follows the device in use, while several move together. */
  follows: settingField(z.boolean(), false),
  /** The share of each commanded strength that it receives, per cent. */
  scalePercent: settingField(percentSchema, 100),
  /** How far ahead of the medium scripts are played on it, ms; may be negative. */
  offsetMs: settingField(z.int(), 0),
  /** `hw_model_no` and version as last reported; absent before. */
  modelNo: settingField(z.optional(z.int()), undefined),
  firmware: settingField(z.optional(z.string()), undefined),
});

/** A device that this browser has saved. */
export type SavedDevice = z.output<typeof savedDeviceSchema>;

/** A device that was just linked. */
export function newSavedDevice(connectionKey: string, nickname = ''): SavedDevice {
  return savedDeviceSchema.parse({ connectionKey, nickname });
}

/** The saved devices with the entry of one key changed; the same list where no entry has that key. */
export function withChangedDevice(
  devices: readonly SavedDevice[],
  connectionKey: string,
  change: Partial<SavedDevice>,
): SavedDevice[] {
  return devices.map((one) => (one.connectionKey === connectionKey ? { ...one, ...change } : one));
}

/** The settings without a linked device. If it was in use, the first of the others takes its place. */
export function withoutSavedDevice(
  settings: { readonly linkedDevices: readonly SavedDevice[]; readonly connectionKey: string },
  connectionKey: string,
): { linkedDevices: SavedDevice[]; connectionKey: string } {
  const linkedDevices = settings.linkedDevices.filter((one) => one.connectionKey !== connectionKey);
  const isInUse = settings.connectionKey === connectionKey;
  return { linkedDevices, connectionKey: isInUse ? (linkedDevices[0]?.connectionKey ?? '') : settings.connectionKey };
}

/** Settings before version 2 stored only the key of a linked device. */
export function upgradeSavedDevices(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { linkedDevices } = stored;
  return {
    ...stored,
    version: 2,
    ...(Array.isArray(linkedDevices) && { linkedDevices: linkedDevices.map(upgradeOne) }),
  };
}

/** An invalid entry stays, so that reading reports it. */
function upgradeOne(stored: unknown): unknown {
  const read = savedDeviceSchema.safeParse(stored);
  return read.success ? read.data : stored;
}
