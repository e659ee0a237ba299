import {
  type DeviceAtGuestCall,
  FULL_WINDOW,
  GUEST_BUFFER_POINTS,
  movementOrDefault,
  numberIn,
  type StrokeWindow,
} from '@tactus/motion';
import { errorCodes, fieldsOf } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { BridgeReadCache } from './bridge-read-cache.ts';
import { toBridgeRefusal } from './bridge-refusal.ts';
import type { BridgeTarget } from './bridge-target.ts';

type Fields = Readonly<Record<string, unknown>>;

const NOWHERE: Fields = {};

/** Reads the state that a guest's call is checked against; the position only where `needsPlace`. Rejects as reads do. */
export async function readDeviceForGuestCall(
  { target, reads, time }: { readonly target: BridgeTarget; readonly reads: BridgeReadCache; readonly time: Time },
  needsPlace: boolean,
): Promise<DeviceAtGuestCall> {
  const sentMs = time.monotonic();
  const [stroke, place] = await Promise.all([
    strokeOf(reads),
    needsPlace ? ifThere(reads.fresh('slider.state')) : NOWHERE,
  ]);
  const leadMs = needsPlace ? Math.ceil(time.monotonic() - sentMs) : 0;
  const { info, clockSync } = target.store.getState();
  const movement = movementOrDefault(info?.hw_model_no);
  const speedMmS = numberIn(place, 'speed_absolute') ?? 0;
  return {
    movement,
    stroke,
    positionMm: numberIn(place, 'position_absolute') ?? movement.travel.offsetMm,
    speedMmS: place['dir'] === true ? speedMmS : -speedMmS,
    nowMs: Math.ceil(target.clock.serverAt(time.monotonic())),
    leadMs,
    offsetMs: clockSync.deviceUserTimeOffset ?? 0,
    maxPoints: GUEST_BUFFER_POINTS,
  };
}

async function strokeOf(reads: BridgeReadCache): Promise<StrokeWindow> {
  const read = await ifThere(reads.read('slider.stroke', {}));
  const min = numberIn(read, 'min');
  const max = numberIn(read, 'max');
  return min === undefined || max === undefined ? FULL_WINDOW : { min, max };
}

/** Reads a refusal by a device without a slider as no value. */
async function ifThere(answer: Promise<unknown>): Promise<Fields> {
  try {
    return fieldsOf(await answer);
  } catch (thrown) {
    const refusal = toBridgeRefusal(thrown);
    if (refusal.kind.code !== errorCodes.notSupported) throw refusal;
    return {};
  }
}
