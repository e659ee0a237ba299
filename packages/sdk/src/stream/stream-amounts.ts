import { DeviceError } from '../errors.ts';
import type { PointStreamOptions } from './point-stream-api.ts';

/** The most points in a request. */
const MOST_POINTS = 100;

/** The amounts of the feeding. Throws 'bad-input' for invalid values. */
export function amountsOf({ pointsPerRequest = MOST_POINTS, refillShare }: PointStreamOptions, aheadLimitMs: number) {
  if (!(pointsPerRequest >= 1 && pointsPerRequest <= MOST_POINTS))
    throw new DeviceError('bad-input', `A request has 1 to ${MOST_POINTS} points`);
  if (refillShare !== undefined && !(refillShare > 0 && refillShare < 1))
    throw new DeviceError('bad-input', 'The share to refill at must be between 0 and 1');
  return { aheadLimitMs, pointsPerAdd: Math.floor(pointsPerRequest), refillShare };
}

/** Returns the value. Throws 'bad-input' where it is not above 0 and finite. */
export function above0(value: number, what: string): number {
  if (value > 0 && value < Infinity) return value;
  throw new DeviceError('bad-input', `The ${what} must be above 0`);
}
