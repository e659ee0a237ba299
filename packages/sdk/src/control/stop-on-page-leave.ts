import type { Time } from '@tactus/time';
import { createClient, type Fetch } from '../client/client.ts';
import { createNumberedCommandFetch } from '../client/command-numbers.ts';
import { IDLE_MODE_CALL, stopCallFor } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** Where the last stop of a page goes to. */
export interface PageLeaveStopParts {
  readonly apiBase: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly time: Time;
  /** The number of the next command; undefined where the cloud does not know numbers. */
  readonly nextSequence: () => string | undefined;
}

/**
 * Sends a stop as a page goes away, in a way that outlives the page. Its number is higher than that of every command before:
 * the cloud refuses those that arrive later. `isStarting`: a start has no answer yet, so that the mode may be another than the
 * state says, and the stop is one of every mode.
 */
export function sendStopOnPageLeave(
  parts: PageLeaveStopParts,
  { connectionKey, mode }: DeviceState,
  isStarting: boolean,
): PromiseLike<unknown> {
  const { apiBase: baseUrl, fetch, nextSequence, ...rest } = parts;
  const client = createClient({
    ...{ ...rest, baseUrl, connectionKey },
    fetch: createNumberedCommandFetch((url, init) => fetch(url, { ...init, keepalive: true }), {
      number: nextSequence(),
      onSent: () => undefined,
      mayRepeat: () => true,
    }),
  });
  const { name, input } = isStarting ? IDLE_MODE_CALL : stopCallFor(mode, undefined);
  // Name and input belong together, which the compiler cannot follow.
  return (client.call as (name: string, input: unknown) => PromiseLike<unknown>)(name, input);
}

/** The waits after each failed attempt at a Stop that its device has not confirmed before it was let go. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Sends the stop of every mode to a device that was let go, until it is answered or `signal` aborts, for a minute at most. */
export async function retryStop(parts: PageLeaveStopParts, state: DeviceState, signal: AbortSignal): Promise<void> {
  for (const waitMs of WAITS_MS) {
    const failure = await sendStopOnPageLeave(parts, state, true).then(() => undefined, toDeviceError);
    if (failure) await parts.time.sleep(waitMs, signal).catch(toDeviceError);
    if (!failure || signal.aborted) return;
  }
}
