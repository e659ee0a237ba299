import type { Page } from 'playwright-core';
import type { DeviceSeen } from '../harness/device-seen.ts';
import { until } from '../harness/until.ts';

/** A moment of the medium of a page, by the wall clock that this process and the browser share. */
export interface MediumSeen {
  readonly ms: number;
  readonly atMs: number;
  readonly rate: number;
  readonly paused: boolean;
}

/** Reads the present time of a page's medium. */
export type ReadMedium = () => Promise<MediumSeen>;

/** The medium of the local player, read from its element. */
export const mediumOf =
  (page: Page): ReadMedium =>
  () =>
    page.locator('main video, main audio').evaluate((element: HTMLMediaElement) => ({
      ms: element.currentTime * 1_000,
      atMs: Date.now(),
      rate: element.playbackRate,
      paused: element.paused,
    }));

/** A device within this deviation is in sync, ms: a busy machine and the vendor's uneven delay add to the measured one. */
const IN_STEP_MS = 100;
const CHECKS = 5;

/** A device's deviation from the picture, ms of the script, and the uncertainty of that figure. */
interface Off {
  readonly ms: number;
  readonly openMs: number;
}

/**
 * The deviation of the device's own script clock from the picture; undefined while it does not play. An answer is taken as
 * of the middle of its round trip, so the uncertainty is half of that.
 */
export async function offPicture(device: DeviceSeen, medium: ReadMedium): Promise<Off | undefined> {
  const beganMs = Date.now();
  const seen = await medium();
  const sentMs = Date.now();
  const state = await device.now<{ play_state: number; current_time: number }>('/hsp/state');
  const answeredMs = Date.now();
  const ofMs = (sentMs + answeredMs) / 2;
  if (state.play_state !== 1) return undefined;
  return { ms: state.current_time - (seen.ms + (ofMs - seen.atMs) * seen.rate), openMs: (answeredMs - beganMs) / 2 };
}

/** Waits until several checks in a row find the device in sync with a moving picture, and its slider moving. */
export async function follows(device: DeviceSeen, medium: ReadMedium): Promise<void> {
  let inStep = 0;
  let last: Off | undefined;
  const places = new Set<number>();
  const check = async () => {
    last = (await medium()).paused ? undefined : await offPicture(device, medium);
    inStep = last !== undefined && Math.abs(last.ms) <= IN_STEP_MS + last.openMs ? inStep + 1 : 0;
    if (inStep === 0) places.clear();
    places.add(await device.positionMm());
    return inStep >= CHECKS && places.size > 1;
  };
  await until('the device is where the picture is', check).catch((error: Error) => {
    throw new Error(`${error.message}; the last look found it off by ${last?.ms} ms, known to ${last?.openMs} ms`);
  });
}
