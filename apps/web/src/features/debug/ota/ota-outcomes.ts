import { type Device, DeviceError, hasLegacyFirmware, toDeviceError } from '@tactus/sdk';
import type { Time } from '@tactus/time';
import type { Emulator } from '../../../emulator/emulator.ts';

/** Every way in which an update can end. */
export const UPDATE_OUTCOMES = ['success', 'fails', 'lost', 'same', 'unknown', 'none', 'legacy'] as const;
/** The name of a way in which an update can end. */
export type UpdateOutcome = (typeof UPDATE_OUTCOMES)[number];

/** The parts that an outcome needs: the emulator of the device, and the same device through the cloud. */
export interface OtaLabParts {
  readonly emulator: Pick<Emulator, 'act' | 'chooseFirmware' | 'setNetwork' | 'start' | 'state'>;
  readonly device: Device;
  /** Makes the cloud offer no firmware. */
  readonly setNoVersions: (none: boolean) => void;
  readonly time: Time;
}

/** The result of an outcome: whether it ended as it must, and its final error text or version. */
export interface UpdateOutcomeResult {
  readonly passed: boolean;
  readonly saw: string;
}

/** A firmware older than the newest, and one too old for updates by the app. */
const OLDER = '4.0.19';
const LEGACY = '3.2.3';

/** Longer than any step of a working lab: an update takes a quarter of it. */
const STEP_MAX_MS = 60_000;

/** The error texts of the product's specification. */
const WORDS = {
  same: 'Failed to update firmware version',
  unknown: 'Specific OTA not found',
  none: 'Firmware versions not found',
} as const;

/** One step of an outcome: resolves with its work, rejects with why it ended before. `over` aborts at its end in any case. */
type Step = <T>(work: (over: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Drives one update to its end. Rejects when it is stopped by the signal, with its reason, and where the lab itself does not
 * work: no link, no answer in a minute. However it ends, the device has its network and the cloud its versions.
 */
export async function runUpdateToOutcome(
  lab: OtaLabParts,
  outcome: UpdateOutcome,
  signal: AbortSignal,
): Promise<UpdateOutcomeResult> {
  signal.throwIfAborted();
  const { device, emulator, setNoVersions } = lab;
  const step = stepsOf(lab, signal);
  emulator.setNetwork(true);
  try {
    await connectAs(lab, outcome === 'legacy' ? LEGACY : outcome === 'same' ? undefined : OLDER, step);
    return await runOutcome(lab, outcome, step);
  } finally {
    emulator.setNetwork(true);
    setNoVersions(false);
    // The next outcome must not receive events of this one.
    if (signal.aborted) device.disconnect();
  }
}

async function runOutcome(
  { device, emulator, setNoVersions }: OtaLabParts,
  outcome: UpdateOutcome,
  step: Step,
): Promise<UpdateOutcomeResult> {
  switch (outcome) {
    case 'success': {
      const { version } = await step(() => device.ota.readLatest());
      await step(() => device.ota.updateLatest());
      await until(device, ({ info }) => info?.fw_version === version, step);
      return { passed: true, saw: version };
    }
    case 'fails':
      emulator.act('failUpdateAt', 0.3);
      await step(() => device.ota.updateLatest());
      return ended(device, step);
    case 'lost':
      await step(() => device.ota.updateLatest());
      await until(device, ({ ota }) => ota.progress > 0.1, step);
      emulator.setNetwork(false);
      return ended(device, step);
    case 'same':
      return step(() => worded(device.ota.updateLatest(), WORDS.same));
    case 'unknown':
      await step(() => device.ota.readVersions());
      return step(() =>
        worded(device.ota.updateVersion({ version: '9.9.9', feature_flags: 'production' }), WORDS.unknown),
      );
    case 'none':
      setNoVersions(true);
      return step(() => worded(device.ota.readVersions(), WORDS.none));
    case 'legacy':
      return {
        passed: hasLegacyFirmware(device.store.getState()),
        saw: device.store.getState().info?.fw_version ?? '',
      };
  }
}

/** Starts the emulator with a firmware, and connects to it. */
async function connectAs({ emulator, device }: OtaLabParts, firmware: string | undefined, step: Step): Promise<void> {
  device.disconnect();
  emulator.chooseFirmware(firmware);
  const key = await step(() => emulator.start());
  if (key === undefined) throw new Error(emulator.state.getState().fault ?? 'stopped');
  await step(() =>
    device.connect(key).catch((error: unknown) => {
      // A slow connection goes on: then the wait below decides.
      if (!device.store.getState().connecting) throw error;
    }),
  );
  const isThere = (version: string | undefined) =>
    version !== undefined && (firmware === undefined || version === firmware);
  await until(device, ({ connected, connecting, info }) => connected && !connecting && isThere(info?.fw_version), step);
}

/** Every step of an outcome ends with its work, by an abort, or by its timeout. */
function stepsOf({ time }: OtaLabParts, signal: AbortSignal): Step {
  return async (work) => {
    signal.throwIfAborted();
    const over = new AbortController();
    const tooLate = async () => {
      await time.sleep(STEP_MAX_MS, AbortSignal.any([signal, over.signal]));
      throw new DeviceError('timeout', 'No answer in a minute');
    };
    try {
      const result = await Promise.race([work(over.signal), tooLate()]);
      signal.throwIfAborted();
      return result;
    } finally {
      over.abort();
    }
  };
}

function until(device: Device, condition: Parameters<Device['waitFor']>[0], step: Step): Promise<void> {
  return step((over) => {
    const waiting = device.waitFor(condition);
    over.addEventListener('abort', waiting.cancel);
    return waiting;
  });
}

/** The result of an update that has to fail. */
async function ended(device: Device, step: Step): Promise<UpdateOutcomeResult> {
  await until(device, ({ ota }) => !ota.ongoing && (ota.failed || ota.done), step);
  const { failed, done } = device.store.getState().ota;
  return { passed: failed && !done, saw: JSON.stringify({ ongoing: false, done, failed }) };
}

/** The error text of a call that has to be refused. */
async function worded(call: Promise<unknown>, words: string): Promise<UpdateOutcomeResult> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown): DeviceError => toDeviceError(thrown),
  );
  return { passed: error?.message === words, saw: error?.message ?? 'ok' };
}
