import type { RandomStrokerRules } from '@tactus/motion';
import type { Settings } from '../../settings/schema.ts';

/** The stored settings of the random stroker. */
export type RandomSettings = Settings['randomClassic'];

/** The rules of a run: those of its picks, and those of ramp and session timer. */
export interface RunRules extends RandomStrokerRules {
  /** The ramp from one velocity to the next, ms. */
  readonly rampMs: number;
  /** How long the session lasts, ms; 0 is without end. */
  readonly sessionMs: number;
}

/** One pick a second, with its ramp, is the most that the rate limit of 240 requests a minute allows for long. */
export const LEAST_SECONDS_BETWEEN_PICKS = 1;
/** The shortest stroke: a shorter one makes the device turn without moving. */
export const LEAST_STROKE_PERCENT = 5;

/** The settings as rules of a run: shares and ms, within the limits of device and request rate. */
export function toRunRules(settings: RandomSettings): RunRules {
  const timeBetweenMs = Math.max(LEAST_SECONDS_BETWEEN_PICKS, settings.timeBetween) * 1000;
  return {
    speedRange: toShares(settings.speedRange),
    strokeRange: toShares(settings.strokeRange),
    minimumStrokeLength: Math.max(LEAST_STROKE_PERCENT, settings.minimumStrokeLength) / 100,
    timeBetweenMs,
    pauseMs: settings.currentPause * 1000,
    rampMs: Math.min(settings.ramp * 1000, timeBetweenMs),
    sessionMs: settings.sessionMinutes * 60_000,
  };
}

const toShares = ({ min, max }: { min: number; max: number }) => ({ min: min / 100, max: max / 100 });
