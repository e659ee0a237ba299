import { cruiseSpeedMmS, movementOrDefault, type ScriptPoint, type StrokeWindow } from '@tactus/motion';
import { type Device, hasSlider } from '@tactus/sdk';

/** The time of the leg below, ms. */
const LEG_MS = 1_000;

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
/** A window is taken for at least so long, as a share of the stroke. */
const SHORTEST_SHARE = 0.01;
/** Another course begins after three round trips and this margin, when all devices have it; at least and at most so late, ms. */
const MARGIN_MS = 150;
const LEAD_MS = { min: 300, max: 2_000 } as const;
/** Used where a device has not reported its stroke yet, mm. */
const USUAL_STROKE_MM = 100;

/** Strokes to and fro: points, and how they go on after the last of them. */
export interface StrokeCourse {
  readonly points: readonly ScriptPoint[];
  readonly window: StrokeWindow;
  /** How long a leg takes, ms. */
  readonly legMs: number;
  /** Whether the slider goes up after the last point, which is at an end of the window. */
  readonly goesUp: boolean;
}

/** A place on a course, as a share of the stroke, and the direction of the slider there. */
export interface StrokePlace {
  readonly atMs: number;
  readonly share: number;
  readonly goesUp: boolean;
}

/**
 * Legs to and fro in a part of the stroke, from a place on: the slider goes on in its direction, and from a place outside
 * of that part into it, at the speed that the course has in the middle of a leg.
 */
export function strokeCourseFrom(
  { atMs, share, goesUp }: StrokePlace,
  { window, legMs, legs }: Pick<StrokeCourse, 'window' | 'legMs'> & { readonly legs: number },
): StrokeCourse {
  const { min, max } = window;
  const length = Math.max(max - min, SHORTEST_SHARE);
  const nearest = Math.min(Math.max(share, min), max);
  const isInside = nearest === share;
  let up = isInside ? goesUp : nearest === min;
  const along = isInside ? (share - min) / length : 0;
  const phaseMs = isInside ? msAtShare(up ? along : 1 - along) : 0;
  const enteredMs = atMs + ((Math.abs(share - nearest) / length) * legMs) / MIDDLE_SPEED;
  const points: ScriptPoint[] = [];
  const add = (t: number, x: number) => points.push({ t: Math.round(t), x: Math.round(x * 100) });
  add(atMs, share);
  let beganMs = enteredMs - (phaseMs / LEG_MS) * legMs;
  for (let leg = 0; leg < legs; leg++) {
    for (const [ms, part] of LEG)
      if (leg > 0 || ms > phaseMs || (ms === 0 && !isInside))
        add(beganMs + (ms / LEG_MS) * legMs, up ? min + part * length : max - part * length);
    beganMs += legMs;
    up = !up;
  }
  add(beganMs, up ? min : max);
  return { points, window, legMs, goesUp: up };
}

/** Where a course is at a time. */
export function placeOnCourse({ points, goesUp }: StrokeCourse, atMs: number): StrokePlace {
  const index = points.findIndex(({ t }) => t > atMs);
  const [before, next] = [points[index - 1], points[index]];
  if (!before || !next) return { atMs, share: (next ?? points.at(-1) ?? { x: 0 }).x / 100, goesUp };
  const x = before.x + ((next.x - before.x) * (atMs - before.t)) / (next.t - before.t);
  const later = points.slice(index).find((point) => point.x !== before.x);
  return { atMs, share: x / 100, goesUp: (later?.x ?? 0) > before.x };
}

/** The same course until a time, and another one after it; what was long before is left out. */
export function courseThatBecomes(course: StrokeCourse, next: StrokeCourse, fromMs: number): StrokeCourse {
  const [first] = next.points;
  const points = course.points.filter(({ t }) => t > fromMs && t < (first?.t ?? Infinity));
  return { ...next, points: [...points, ...next.points] };
}

/** How long after it is sent another course begins: all devices have it by then. */
export function leadMsOf(devices: readonly Device[]): number {
  const trips = devices.map(({ store }) => store.getState().clockSync);
  const tripMs = Math.max(...trips.map(({ rtd, deviceRtd }) => rtd + deviceRtd));
  return Math.min(Math.max(3 * tripMs + MARGIN_MS, LEAD_MS.min), LEAD_MS.max);
}

/** The share of the stroke, in the direction of points, where the slider is expected now. */
export function sliderShare(device: Device): number | undefined {
  const { min_absolute, max_absolute } = device.store.getState().slider;
  const positionMm = device.position.at()?.positionMm;
  if (positionMm === undefined || !(max_absolute > min_absolute)) return undefined;
  const inStroke = Math.min(Math.max((positionMm - min_absolute) / (max_absolute - min_absolute), 0), 1);
  return device.limits.current().reversed ? 1 - inStroke : inStroke;
}

/** The time of a leg at which this share of it is made. */
function msAtShare(share: number): number {
  const index = WHOLE_LEG.findIndex(([, made]) => made >= share);
  const [next, before] = [WHOLE_LEG.at(index), WHOLE_LEG[index - 1]];
  if (!next || !before) return next?.[0] ?? 0;
  return before[0] + ((share - before[1]) / (next[1] - before[1])) * (next[0] - before[0]);
}

const WHOLE_LEG: typeof LEG = [...LEG, [LEG_MS, 1]];

/**
 * The time of a leg with which the device in use, the first one, has the speed of its alternating motion at this velocity,
 * or the highest at which every device keeps its own limits; and the velocity that it has where the others lower it.
 */
export function courseSpeed(
  devices: readonly [Device, ...Device[]],
  { min, max }: StrokeWindow,
  velocity01: number,
): { readonly legMs: number; readonly velocity01: number } {
  const share = Math.max(max - min, SHORTEST_SHARE);
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
  return { legMs: 1_000 / legsAS, velocity01: (velocity01 * legsAS) / byItself };
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
