import {
  type Device,
  DeviceError,
  type DeviceState,
  hasLegacyFirmware,
  hasSlider,
  isModeMoving,
  isStopBegun,
} from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** How far and how fast the slider goes: enough to be seen, too little to disturb. */
const NUDGE_MM = 8;
const NUDGE_MM_S = 30;
/** How long a device without a slider vibrates, and how strongly, 0..1. */
const BUZZ_MS = 600;
const BUZZ_AMPLITUDE = 0.2;
const BUZZ_HZ = 100;
/** Two readings so far apart show whether something else moves the slider. */
const STILL_MS = 200;
const STILL_MM = 0.5;
const ARRIVED_MM = 1;
const POLL_EVERY_MS = 80;
const POLLS = 12;
/** How long the model of a connected device may take to be read. */
const READ_WITHIN_MS = 10_000;

/** The result: the device moved, was moving already and was left alone, or has nothing that could move. */
export type NudgeResult = 'done' | 'moving' | 'nothing';

interface Parts {
  readonly device: Device;
  /** Of the device to nudge. The one in use may have another key before or after. */
  readonly connectionKey: string;
  readonly time: Time;
  readonly signal: AbortSignal;
}

/**
 * Nudges a device once its model is known; `undefined` where a Stop or another key ended that. Rejects with the error of
 * a command, when the model is not read in time, or with the signal's reason.
 */
export async function nudgeDevice(parts: Parts): Promise<NudgeResult | undefined> {
  const hasKey = ({ connectionKey }: DeviceState) => connectionKey === parts.connectionKey;
  const stopped = new AbortController();
  const signal = AbortSignal.any([parts.signal, stopped.signal]);
  const unfollow = parts.device.store.subscribe((now, before) => {
    if (isStopBegun(now, before) || (hasKey(before) && !hasKey(now))) stopped.abort();
  });
  try {
    await untilRead({ ...parts, signal });
    return await nudge({ ...parts, signal });
  } catch (error) {
    // A call that another key cut off rejects with an error of its own.
    if (stopped.signal.aborted) return undefined;
    throw error;
  } finally {
    unfollow();
  }
}

/** Waits until the model of a connected device is known. */
async function untilRead({ device, connectionKey, time, signal }: Parts): Promise<void> {
  const read = device.waitFor(
    (state) =>
      state.connectionKey === connectionKey &&
      state.connected &&
      (state.capabilities !== undefined || hasLegacyFirmware(state)),
  );
  const over = new AbortController();
  const late = async () => {
    await time.sleep(READ_WITHIN_MS, AbortSignal.any([signal, over.signal]));
    throw new DeviceError('timeout', 'What the device is was not read in time');
  };
  try {
    await Promise.race([read, late()]);
  } finally {
    over.abort();
    read.cancel();
  }
}

/**
 * Moves a connected device a little, there and back, so that the person sees which it is. Only while it is at rest; it is
 * stopped at the end in any case, or when it is released.
 */
async function nudge(parts: Parts): Promise<NudgeResult> {
  const { device, connectionKey, time, signal } = parts;
  const state = device.store.getState();
  if (hasLegacyFirmware(state)) return 'nothing';
  if (isModeMoving(state)) return 'moving';
  const slider = hasSlider(state);
  if (slider && !(await standsStill(parts))) return 'moving';
  const canVibrate = (state.capabilities?.lra ?? 0) + (state.capabilities?.erm ?? 0) > 0;
  if (!slider && !canVibrate) return 'nothing';
  signal.throwIfAborted();
  try {
    if (slider) {
      await thereAndBack(parts);
    } else {
      await device.hvp.setState({ amplitude: BUZZ_AMPLITUDE, frequency: BUZZ_HZ });
      await time.sleep(BUZZ_MS, signal);
    }
  } finally {
    // With another key the Stop would go to another device. This one was stopped before it was released.
    if (device.store.getState().connectionKey === connectionKey) await device.stop();
  }
  return 'done';
}

async function standsStill({ device, time, signal }: Parts): Promise<boolean> {
  const before = await device.slider.readState();
  await time.sleep(STILL_MS, signal);
  const after = await device.slider.readState();
  return after.speed_absolute === 0 && Math.abs(after.position_absolute - before.position_absolute) < STILL_MM;
}

async function thereAndBack(parts: Parts): Promise<void> {
  const { device } = parts;
  const { position_absolute: startMm } = await device.slider.readState();
  const { min_absolute: minMm, max_absolute: maxMm } = await device.slider.readStroke();
  const awayMm = startMm + NUDGE_MM <= maxMm ? startMm + NUDGE_MM : Math.max(minMm, startMm - NUDGE_MM);
  await goTo(parts, awayMm);
  await goTo(parts, startMm);
}

async function goTo({ device, time, signal }: Parts, positionMm: number): Promise<void> {
  signal.throwIfAborted();
  await device.hdsp.moveTo({ positionMm, speedMmS: NUDGE_MM_S, stopOnTarget: true });
  for (let polls = 0; polls < POLLS; polls += 1) {
    await time.sleep(POLL_EVERY_MS, signal);
    const { position_absolute: nowMm } = await device.slider.readState();
    if (Math.abs(nowMm - positionMm) < ARRIVED_MM) return;
  }
}
