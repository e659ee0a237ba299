import type { Time } from '@tactus/time';
import { type DeviceError, toDeviceError } from '../errors.ts';

const FIRST_WAIT_MS = 1_000;
const TRIES = 6;
const FIRST_SERVER_ERROR = 500;

/** Whether the same request may succeed a little later. */
export function isTransientError({ code, http }: DeviceError): boolean {
  if (code === 'api') return (http?.status ?? 0) >= FIRST_SERVER_ERROR;
  return code === 'timeout' || code === 'network' || code === 'rate-limited' || code === 'http';
}

/**
 * Sends a request whose answer may stay unknown, again at growing intervals while no answer comes, until `signal`
 * aborts. Resolves with whether it was answered. Never rejects; failures are in the trace.
 */
export async function retryWithBackoff(
  send: () => Promise<unknown>,
  time: Time,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 1; !signal.aborted; tries++) {
    const failure = await send().then(() => undefined, toDeviceError);
    if (!failure || tries === TRIES || !isTransientError(failure)) return !failure;
    const waitMs = Math.max(FIRST_WAIT_MS * 2 ** (tries - 1), failure.retryAfterMs ?? 0);
    await time.sleep(waitMs, signal).catch(toDeviceError);
  }
  return false;
}
