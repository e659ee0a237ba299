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

/** What of a page tells where its medium is. */
export type ReadMedium = () => Promise<MediumSeen>;

/** The medium of the local player, asked of its element. */
export const mediumOf =
  (page: Page): ReadMedium =>
  () =>
    page.locator('main video, main audio').evaluate((element: HTMLMediaElement) => ({
      ms: element.currentTime * 1_000,
      atMs: Date.now(),
      rate: element.playbackRate,
      paused: element.paused,
    }));

/** A device is told to be in step within this, ms: what a busy machine and the vendor's uneven way add to what is measured. */
const IN_STEP_MS = 100;
const LOOKS = 5;

/**
 * How far the device's own script clock is from the picture, ms of the script; undefined while it does not play. The answer
 * is of the middle of its way.
 */
export async function offPictureMs(device: DeviceSeen, medium: ReadMedium): Promise<number | undefined> {
  const seen = await medium();
  const sentMs = Date.now();
  const state = await device.now<{ play_state: number; current_time: number }>('/hsp/state');
  const ofMs = (sentMs + Date.now()) / 2;
  return state.play_state === 1 ? state.current_time - (seen.ms + (ofMs - seen.atMs) * seen.rate) : undefined;
}

/** Waits until several looks in a row find the device in step with a picture that moves, and its slider not at rest. */
export async function follows(device: DeviceSeen, medium: ReadMedium): Promise<void> {
  let inStep = 0;
  let worst: number | undefined;
  const places = new Set<number>();
  const look = async () => {
    const offMs = (await medium()).paused ? undefined : await offPictureMs(device, medium);
    worst = offMs;
    inStep = offMs !== undefined && Math.abs(offMs) <= IN_STEP_MS ? inStep + 1 : 0;
    if (inStep === 0) places.clear();
    places.add(await device.positionMm());
    return inStep >= LOOKS && places.size > 1;
  };
  await until('the device is where the picture is', look).catch((error: Error) => {
    throw new Error(`${error.message}; the last look found it off by ${worst} ms`);
  });
}
