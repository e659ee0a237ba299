import type { Time } from '@tactus/time';
import { createClient, type Fetch } from '../client/client.ts';
import { numberedFetch } from '../client/sequence.ts';
import { IDLE_CALL, stopCallFor } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** Where the last stop of a page goes to. */
export interface LeaveStopParts {
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
export function sendLeaveStop(parts: LeaveStopParts, { connectionKey, mode }: DeviceState, isStarting: boolean): void {
  const { apiBase: baseUrl, fetch, nextSequence, ...rest } = parts;
  const client = createClient({
    ...{ ...rest, baseUrl, connectionKey },
    fetch: numberedFetch((url, init) => fetch(url, { ...init, keepalive: true }), {
      number: nextSequence(),
      onSent: () => undefined,
      mayRepeat: () => true,
    }),
  });
  const { name, input } = isStarting ? IDLE_CALL : stopCallFor(mode, undefined);
  // Nobody is left who could hear that it failed.
  (client.call as (name: string, input: unknown) => PromiseLike<unknown>)(name, input).then(undefined, toDeviceError);
}
