import type { DeviceError } from '../errors.ts';

/** The wait before the stream is opened again after one that had worked. */
export const REOPEN_DELAY_MS = 750;
/** The longest wait between two attempts. */
const REOPEN_MAX_MS = 30_000;

/**
 * The wait before the next attempt: `firstMs` after the first failure in a row, twice as long after each further one, up
 * to the longest wait; spread by a tenth either way, so that many clients do not come at once. `spread01` is a random
 * number in [0, 1).
 */
export function reopenDelayMs(failures: number, firstMs: number, spread01: number): number {
  const delayMs = Math.min(firstMs * 2 ** Math.max(0, failures - 1), REOPEN_MAX_MS);
  return Math.round(delayMs * (0.9 + 0.2 * spread01));
}

/** The wait after a refusal for the number of requests that names no time, ms. */
const UNTOLD_WAIT_MS = 5_000;

/** How long the cloud asks to wait, ms; 0 for any other error than too many requests. */
export const rateLimitWaitMs = ({ code, retryAfterMs = UNTOLD_WAIT_MS }: DeviceError): number =>
  code === 'rate-limited' ? retryAfterMs : 0;
