import { type Device, type DeviceError, isLegacy, toDeviceError } from '@tactus/sdk';
import type { Emulator } from '../../../emulator/emulator.ts';

/** Every way in which an update can end (product.md 4 and 8). */
export const OUTCOMES = ['success', 'fails', 'lost', 'same', 'unknown', 'none', 'legacy'] as const;
/** One of them. */
export type Outcome = (typeof OUTCOMES)[number];

/** What an outcome needs: the device in the hand, and the same device through the cloud. */
export interface OtaLab {
  readonly emulator: Pick<Emulator, 'act' | 'chooseFirmware' | 'setNetwork' | 'start' | 'state'>;
  readonly device: Device;
  /** Whether the cloud is to have no firmware to offer. */
  readonly setNoVersions: (none: boolean) => void;
}

/** How an outcome went: whether it ended as it has to, and the words or the version that it ended with. */
export interface Verdict {
  readonly passed: boolean;
  readonly saw: string;
}

/** An older firmware than the newest, and one that is too old for updates of this kind. */
const OLDER = '4.0.19';
const LEGACY = '3.2.3';

/** The law's words (product.md 8). */
const WORDS = {
  same: 'Failed to update firmware version',
  unknown: 'Specific OTA not found',
  none: 'Firmware versions not found',
} as const;

/** Drives one update to its end. Rejects only where the lab itself does not work: no link, no answer in a minute. */
export async function driveOutcome(lab: OtaLab, outcome: Outcome, signal: AbortSignal): Promise<Verdict> {
  const { device, emulator, setNoVersions } = lab;
  emulator.setNetwork(true);
  await connectAs(lab, outcome === 'legacy' ? LEGACY : outcome === 'same' ? undefined : OLDER, signal);
  switch (outcome) {
    case 'success': {
      const { version } = await device.ota.readLatest();
      await device.ota.updateLatest();
      await until(device, ({ info }) => info?.fw_version === version, signal);
      return { passed: true, saw: version };
    }
    case 'fails':
      emulator.act('failUpdateAt', 0.3);
      await device.ota.updateLatest();
      return ended(device, signal);
    case 'lost': {
      await device.ota.updateLatest();
      await until(device, ({ ota }) => ota.progress > 0.1, signal);
      emulator.setNetwork(false);
      const verdict = await ended(device, signal);
      emulator.setNetwork(true);
      return verdict;
    }
    case 'same':
      return worded(device.ota.updateLatest(), WORDS.same);
    case 'unknown':
      await device.ota.readVersions();
      return worded(device.ota.updateVersion({ version: '9.9.9', feature_flags: 'production' }), WORDS.unknown);
    case 'none':
      setNoVersions(true);
      return worded(device.ota.readVersions(), WORDS.none).finally(() => setNoVersions(false));
    case 'legacy':
      return { passed: isLegacy(device.store.getState()), saw: device.store.getState().info?.fw_version ?? '' };
  }
}

/** Starts the device in the hand with a firmware, and connects to it. */
async function connectAs(
  { emulator, device }: OtaLab,
  firmware: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  device.disconnect();
  emulator.chooseFirmware(firmware);
  const key = await emulator.start();
  if (key === undefined) throw new Error(emulator.state.getState().fault ?? 'stopped');
  await device.connect(key).catch((error: unknown) => {
    // It may not be linked yet: then connecting goes on, and the wait below is what counts.
    if (toDeviceError(error).code !== 'timeout') throw error;
  });
  const isThere = (version: string | undefined) =>
    version !== undefined && (firmware === undefined || version === firmware);
  await until(
    device,
    ({ connected, connecting, info }) => connected && !connecting && isThere(info?.fw_version),
    signal,
  );
}

async function until(device: Device, condition: Parameters<Device['waitFor']>[0], signal: AbortSignal): Promise<void> {
  const waiting = device.waitFor(condition);
  const cancel = () => waiting.cancel();
  signal.addEventListener('abort', cancel);
  await Promise.race([waiting]).finally(() => signal.removeEventListener('abort', cancel));
}

/** The end of an update that has to fail. */
async function ended(device: Device, signal: AbortSignal): Promise<Verdict> {
  await until(device, ({ ota }) => !ota.ongoing && (ota.failed || ota.done), signal);
  const { failed, done } = device.store.getState().ota;
  return { passed: failed && !done, saw: JSON.stringify({ ongoing: false, done, failed }) };
}

/** What a call that has to be refused says. */
async function worded(call: Promise<unknown>, words: string): Promise<Verdict> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown): DeviceError => toDeviceError(thrown),
  );
  return { passed: error?.message === words, saw: error?.message ?? 'ok' };
}
