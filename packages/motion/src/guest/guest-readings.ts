import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import { type GuestDevice, isSlowed } from './guest-limits.ts';
import type { GuestRequest } from './guest-request.ts';
import { getsFaster } from './guest-stream.ts';

/** What has to be read of a device before a guest's call can be judged; the rest is known. */
export interface GuestNeeds {
  /** Where the slider is, and how fast it goes. */
  readonly place: boolean;
  /** The owner's time offset of streams. */
  readonly offset: boolean;
}

/** How a slider is braked to a standstill; `brake` and `readDevice` reject where that cannot be done, or is not allowed any more. */
export interface BrakeControls {
  readonly brake: () => Promise<unknown>;
  readonly readDevice: () => Promise<GuestDevice>;
  readonly waitMs: (ms: number) => Promise<void>;
}

/** Fewer than any device is known to hold with Wi-Fi alone (api-v3.md 5.2). */
export const GUEST_POINTS_MAX = 3_000;

/** So long a slider brakes at the most. */
const BRAKES_MS = 60;
/** A slider that brakes is at rest within so many readings; one that is not must not be driven on. */
const READS_FOR_REST = 3;

/** A stream begins where the slider is, and a move with a duration goes at the speed that it needs from there. */
export function guestNeeds({ name, input, plan, limits }: Omit<GuestRequest, 'device'>): GuestNeeds {
  if (!isSlowed(limits)) return { place: false, offset: false };
  const begins = input['flush'] === true || (plan.stream?.sent.length ?? 0) === 0;
  const plays = name === 'hsp.play' || name === 'hsp.resume' || getsFaster({ name, input, plan, limits });
  const anew = plays || (name === 'hsp.add' && begins);
  return { place: anew || name === 'hdsp.xat' || name === 'hdsp.xpt', offset: anew };
}

/** Brakes the slider to a standstill, and returns the reading at rest. Rejects with 1002 where it does not come to rest. */
export async function brakeToStandstill({ brake, readDevice, waitMs }: BrakeControls): Promise<GuestDevice> {
  await brake();
  for (let reads = 0; reads < READS_FOR_REST; reads++) {
    const device = await readDevice();
    if (device.speedMmS === 0) return device;
    await waitMs(BRAKES_MS);
  }
  throw new DeviceRefusal(errorKinds.deviceTimeout);
}
