import { type Device, hasSlider, isMoving } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** How far and how fast the slider goes: enough to be seen, too little to be felt as more. */
const NUDGE_MM = 8;
const NUDGE_MM_S = 30;
/** How long a device without a slider vibrates, and how strongly, 0..1. */
const BUZZ_MS = 600;
const BUZZ_AMPLITUDE = 0.2;
const BUZZ_HZ = 100;
/** Two readings so far apart tell whether something else moves the slider. */
const STILL_MS = 200;
const STILL_MM = 0.5;
const ARRIVED_MM = 1;
const LOOK_EVERY_MS = 80;
const LOOKS = 12;

/** What came of it: it moved, it was moving already and was left alone, or there is nothing in it that could move. */
export type NudgeResult = 'done' | 'moving' | 'nothing';

/**
 * Moves a connected device a little, there and back, so that one sees which it is. Only when it stands still, and stopped at
 * the end whatever happens. Rejects with the error of a command, or with the signal's reason.
 */
export async function nudge(parts: { device: Device; time: Time; signal: AbortSignal }): Promise<NudgeResult> {
  const { device, time, signal } = parts;
  const state = device.store.getState();
  if (isMoving(state)) return 'moving';
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
    await device.stop();
  }
  return 'done';
}

type Parts = Parameters<typeof nudge>[0];

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
  await device.hdsp.moveTo({ positionMm, speedMmS: NUDGE_MM_S, stopOnTarget: true });
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await time.sleep(LOOK_EVERY_MS, signal);
    const { position_absolute: nowMm } = await device.slider.readState();
    if (Math.abs(nowMm - positionMm) < ARRIVED_MM) return;
  }
}
