import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import { type DeviceAtGuestCall, hasSpeedLimit } from './guest-limits.ts';
import type { GuestCallContext } from './guest-request.ts';
import { speedsUpStream } from './guest-stream.ts';

/** The readings that a guest's call needs before it can be limited; all else is known. */
export interface NeededReadings {
  /** Where the slider is, and how fast it goes. */
  readonly place: boolean;
  /** The owner's time offset of streams. */
  readonly offset: boolean;
}

/** The commands to brake a slider; `brake` and `readDevice` reject if that fails, or is no longer allowed. */
export interface BrakeControls {
  readonly brake: () => Promise<unknown>;
  readonly readDevice: () => Promise<DeviceAtGuestCall>;
  readonly waitMs: (ms: number) => Promise<void>;
}

/** A capacity below that of every known device, with Wi-Fi alone. */
export const GUEST_BUFFER_POINTS = 3_000;

/** The longest time to brake. */
const BRAKES_MS = 60;
/** A braking slider is at rest within this many readings; otherwise it must not get another command. */
const READS_FOR_REST = 3;

/** A stream begins at the slider's position, and a timed move goes at the speed that it needs from there. */
export function neededReadings({ name, input, plan, limits }: Omit<GuestCallContext, 'device'>): NeededReadings {
  if (!hasSpeedLimit(limits)) return { place: false, offset: false };
  const begins = input['flush'] === true || (plan.stream?.sent.length ?? 0) === 0;
  const plays = name === 'hsp.play' || name === 'hsp.resume' || speedsUpStream({ name, input, plan, limits });
  const anew = plays || (name === 'hsp.add' && begins);
  return { place: anew || name === 'hdsp.xat' || name === 'hdsp.xpt', offset: anew };
}

/** Brakes the slider to a standstill, and returns the reading at rest. Rejects with 1002 where it does not come to rest. */
export async function brakeToStandstill({ brake, readDevice, waitMs }: BrakeControls): Promise<DeviceAtGuestCall> {
  await brake();
  for (let reads = 0; reads < READS_FOR_REST; reads++) {
    const device = await readDevice();
    if (device.speedMmS === 0) return device;
    await waitMs(BRAKES_MS);
  }
  throw new DeviceRefusal(errorKinds.deviceTimeout);
}
