import type { Time } from '@tactus/time';
import { createClient, type Fetch } from '../client/client.ts';
import { stopCallFor } from '../commands/stop-calls.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';

/** Where the last stop of a page goes to. */
export interface LeaveStopParts {
  readonly apiBase: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly time: Time;
}

/**
 * Sends the stop of a device's mode as its page goes away, towards a cloud where no lease would stop it: once, and so that
 * the browser delivers it after the page is gone.
 */
export function sendLeaveStop(parts: LeaveStopParts, { connectionKey, mode }: DeviceState): void {
  const { apiBase: baseUrl, fetch, ...rest } = parts;
  const client = createClient({
    ...{ ...rest, baseUrl, connectionKey },
    fetch: (url, init) => fetch(url, { ...init, keepalive: true }),
  });
  const { name, input } = stopCallFor(mode, undefined);
  // Nobody is left who could hear that it failed.
  (client.call as (name: string, input: unknown) => PromiseLike<unknown>)(name, input).then(undefined, toDeviceError);
}
