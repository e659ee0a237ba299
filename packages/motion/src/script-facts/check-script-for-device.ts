import type { ScriptColumns } from '../scripts/script-columns.ts';

/** A device's speed range with its current stroke, in percent of that stroke. */
export interface StrokeSpeedRange {
  /** Its highest and lowest speed, percent a second. */
  readonly maxSpeed: number;
  readonly minSpeed: number;
}

/** Where a device cannot follow a script. Times in ms. */
export interface PreFlightReport {
  /** Legs faster than the device: how many, and where the fastest begins. */
  readonly tooFast: number;
  readonly fastestAtMs: number | undefined;
  readonly fastestSpeed: number;
  /** Legs slower than the device's slowest speed: it arrives early and waits. */
  readonly tooSlow: number;
  /** Share of the moving time in which it cannot follow, 0..1. */
  readonly share: number;
  /** The distance from the slider to the first point, percent; undefined where the slider's position is unknown. */
  readonly firstMove: number | undefined;
}

/** Checks a script before it is played. `from` is the slider's position, percent of the stroke. */
export function checkScriptForDevice(
  { timesMs, positions }: ScriptColumns,
  { maxSpeed, minSpeed }: StrokeSpeedRange,
  from: number | undefined,
): PreFlightReport {
  let [tooFast, tooSlow, movingMs, missedMs, fastestSpeed] = [0, 0, 0, 0, 0];
  let fastestAtMs: number | undefined;
  for (let index = 1; index < timesMs.length; index++) {
    const travel = Math.abs((positions[index] ?? 0) - (positions[index - 1] ?? 0));
    if (travel === 0) continue;
    const startMs = timesMs[index - 1] ?? 0;
    const spanMs = (timesMs[index] ?? 0) - startMs;
    const speed = (travel / spanMs) * 1_000;
    movingMs += spanMs;
    if (speed > fastestSpeed) [fastestSpeed, fastestAtMs] = [speed, startMs];
    if (speed > maxSpeed) tooFast++;
    else if (speed < minSpeed) tooSlow++;
    else continue;
    missedMs += spanMs;
  }
  return {
    tooFast,
    fastestAtMs,
    fastestSpeed,
    tooSlow,
    share: movingMs > 0 ? missedMs / movingMs : 0,
    firstMove: from === undefined ? undefined : Math.abs((positions[0] ?? 0) - from),
  };
}
