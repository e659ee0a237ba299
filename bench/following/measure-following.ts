import { quantile } from '../measure/quantile.ts';
import type { Workload } from './workloads.ts';
import { createWorld, type ProfileName } from './world.ts';

/** The error of the predicted position, in percent of the travel. */
export interface Following {
  readonly p50: number;
  readonly p99: number;
}

interface Run {
  readonly profile: ProfileName;
  readonly isWifiOnTop: boolean;
  readonly seed: number;
  readonly lengthMs: number;
}

/** Travel of a Handy 1, mm. */
const TRAVEL_MM = 97.826;
const LOOK_EVERY_MS = 10;

/** The figures of several runs taken together. */
export async function measureFollowing(workload: Workload, runs: readonly Run[]): Promise<Following> {
  const offPercent: number[] = [];
  for (const run of runs) offPercent.push(...(await watchRun(workload, run)));
  return { p50: quantile(offPercent, 0.5), p99: quantile(offPercent, 0.99) };
}

/** Compares the prediction, as the strip does, with the slider itself, from the start command on. */
async function watchRun(workload: Workload, { profile, isWifiOnTop, seed, lengthMs }: Run): Promise<readonly number[]> {
  const world = await createWorld(profile, seed, isWifiOnTop);
  const { device, time, pass, until, trueMm } = world;
  const offPercent: number[] = [];
  let isLooking = true;

  async function look(): Promise<void> {
    while (isLooking) {
      await time.sleep(LOOK_EVERY_MS);
      const predictedMm = device.position.at()?.positionMm ?? Number.NaN;
      offPercent.push((Math.abs(predictedMm - (await trueMm())) / TRAVEL_MM) * 100);
    }
  }

  try {
    device.position.watch();
    await until(device.slider.readState());
    const looking = look();
    const next = await workload.begin(world);
    const stepMs = workload.everyMs ?? lengthMs;
    for (let passedMs = 0; passedMs < lengthMs; passedMs += stepMs) {
      const sent = next?.() ?? Promise.resolve();
      await pass(stepMs);
      await until(sent);
    }
    isLooking = false;
    await until(looking);
    return offPercent;
  } finally {
    await world.close();
  }
}
