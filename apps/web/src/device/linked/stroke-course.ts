import { cruiseSpeedMmS, movementOrDefault, type ScriptColumns, type StrokeWindow } from '@tactus/motion';
import { type Device, hasSlider } from '@tactus/sdk';

/** The time of one leg in the course, from one end to the other, ms. */
export const LEG_MS = 1_000;

/**
 * A leg, as times and shares of its length: the slider turns evenly at each end, so that devices with strokes of different
 * lengths go through the same course. A device that rounds off a sharp corner would do so the more, the longer its stroke.
 */
const LEG: readonly (readonly [atMs: number, share: number])[] = [
  [0, 0],
  [75, 0.022],
  [150, 0.0882],
  [850, 0.9118],
  [925, 0.978],
];
/** The speed in the middle of a leg and the acceleration at its ends, in lengths of the leg and times of it. */
const MIDDLE_SPEED = 1.1766;
const TURNING_ACCELERATION = 7.844;
/** The share of the limits of speed and acceleration that the course uses: with the rest a device that is behind gets back to it. */
const USED_SHARE = 0.85;
/** Used where a device has not reported its stroke yet, mm. */
const USUAL_STROKE_MM = 100;

/** Legs to and fro in a part of the stroke, from the leg of that number on; the course begins at `startMs`. */
export function strokeCourse(
  { min, max }: StrokeWindow,
  startMs: number,
  { fromLeg, legs }: { readonly fromLeg: number; readonly legs: number },
): ScriptColumns {
  const timesMs = new Uint32Array(legs * LEG.length);
  const positions = new Uint8Array(legs * LEG.length);
  for (let index = 0; index < timesMs.length; index++) {
    const leg = fromLeg + Math.floor(index / LEG.length);
    const [atMs, share] = LEG[index % LEG.length] ?? [0, 0];
    const up = leg % 2 === 0 ? share : 1 - share;
    timesMs[index] = startMs + leg * LEG_MS + atMs;
    positions[index] = Math.round((min + up * (max - min)) * 100);
  }
  return { timesMs, positions };
}

/** The time of the course, in its first leg, at which it is where the slider is expected now. */
export function courseMsAtSlider(device: Device, { min, max }: StrokeWindow): number {
  const { min_absolute, max_absolute } = device.store.getState().slider;
  const positionMm = device.position.at()?.positionMm;
  if (positionMm === undefined || !(max_absolute > min_absolute) || !(max > min)) return 0;
  const inStroke = (positionMm - min_absolute) / (max_absolute - min_absolute);
  const share = ((device.limits.current().reversed ? 1 - inStroke : inStroke) - min) / (max - min);
  return msAtShare(share);
}

/** The time of the course in another part of the stroke, at which it is at the same place as at a time of this one, or nearest. */
export function courseMsInWindow(courseMs: number, before: StrokeWindow, next: StrokeWindow): number {
  const leg = Math.floor(courseMs / LEG_MS);
  const goesUp = leg % 2 === 0;
  const along = shareAtMs(courseMs - leg * LEG_MS);
  const place = before.min + (goesUp ? along : 1 - along) * (before.max - before.min);
  const up = next.max > next.min ? (place - next.min) / (next.max - next.min) : 0;
  return leg * LEG_MS + msAtShare(goesUp ? up : 1 - up);
}

const WHOLE_LEG: typeof LEG = [...LEG, [LEG_MS, 1]];
const shareAtMs = (ms: number) => interpolated(WHOLE_LEG, ms);
const msAtShare = (share: number) =>
  interpolated(
    WHOLE_LEG.map(([ms, at]) => [at, ms] as const),
    share,
  );

/** The second value at a first one, along lines between pairs; beyond them that of the nearest. */
function interpolated(pairs: typeof LEG, at: number): number {
  const index = pairs.findIndex(([from]) => from >= at);
  const [next, before] = [pairs.at(index), pairs[index - 1]];
  if (!next || !before) return next?.[1] ?? 0;
  return before[1] + ((at - before[0]) / (next[0] - before[0])) * (next[1] - before[1]);
}

/**
 * The speed of the course at which the device in use, the first one, has the speed of its alternating motion at this velocity,
 * or the highest at which every device keeps its own limits; and the velocity that it has where the others lower it.
 */
export function courseSpeed(
  devices: readonly [Device, ...Device[]],
  { min, max }: StrokeWindow,
  velocity01: number,
): { readonly rate: number; readonly velocity01: number } {
  const share = Math.max(max - min, 0.01);
  const own = factsOf(devices[0]);
  const wanted = cruiseSpeedMmS(own.speed, velocity01) / (MIDDLE_SPEED * own.strokeMm * share);
  const followers = devices.filter(({ store }) => hasSlider(store.getState()));
  function highestOf(device: Device): number {
    const { strokeMm, maxMmS, maxAccelerationMmS2 } = factsOf(device);
    const lengthMm = strokeMm * share;
    return Math.min(
      maxMmS / (MIDDLE_SPEED * lengthMm),
      Math.sqrt(maxAccelerationMmS2 / (TURNING_ACCELERATION * lengthMm)),
    );
  }
  const byItself = Math.min(wanted, highestOf(devices[0]));
  const legsAS = Math.min(byItself, ...followers.map(highestOf));
  return { rate: (legsAS * LEG_MS) / 1_000, velocity01: (velocity01 * legsAS) / byItself };
}

function factsOf(device: Device) {
  const { info, slider } = device.store.getState();
  const { speed, maxAccelerationMmS2 } = movementOrDefault(info?.hw_model_no);
  const limits = device.limits.current();
  const strokeMm = slider.max_absolute - slider.min_absolute;
  return {
    speed,
    strokeMm: strokeMm > 0 ? strokeMm : USUAL_STROKE_MM,
    maxMmS: USED_SHARE * Math.min(speed.maxMmS, limits.maxSpeedMmS),
    maxAccelerationMmS2: USED_SHARE * Math.min(maxAccelerationMmS2, limits.maxAccelerationMmS2),
  };
}
