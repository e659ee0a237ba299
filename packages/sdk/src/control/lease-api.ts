import * as z from 'zod/mini';
import type { Fetch } from '../client/client.ts';
import { COMMAND_NUMBER_HEADER } from '../client/command-numbers.ts';
import { credentialHeaders } from '../client/request.ts';
import { DeviceError, toDeviceError } from '../errors.ts';
import type { LeaseRequester } from './lease-ports.ts';

/** A lease that was granted. */
export interface Lease {
  readonly lease: string;
  readonly secret: string;
}

/** The outcome of a request for a lease. */
export type LeaseAnswer = { readonly granted: Lease } | { readonly refusedFor: string };
/** The outcome of a renewal; `unknown` where the cloud has no such lease (any more). */
export type LeaseRenewalAnswer = 'renewed' | 'ran-out' | 'unknown' | { readonly takenOverBy: string };

/** The leases of one device at its cloud. */
export interface LeaseApi {
  /** Rejects with `DeviceError` without a decisive answer. */
  acquire(request: LeaseRequester & { readonly ttlMs: number; readonly closedMs: number }): Promise<LeaseAnswer>;
  /** Rejects as `acquire` does. */
  renew(lease: Lease): Promise<LeaseRenewalAnswer>;
  /** Ends a lease, also while the page is left. Never rejects: a lease that cannot be ended runs out. */
  end(lease: Lease, stop: boolean): void;
}

const granted = z.object({ lease: z.string(), secret: z.string() });
const refused = z.object({ error: z.object({ holder: z.catch(z.string(), '') }) });

/** The leases of the cloud at `base` (`/api/tactus`), by fetch. */
export function createLeaseApi(parts: {
  readonly base: string;
  readonly apiKey: string;
  readonly connectionKey: string;
  readonly fetch: Fetch;
  /** The number of the next command: the end of a lease bars every command that was sent before its last request. */
  readonly nextSequence?: () => string | undefined;
}): LeaseApi {
  const { base, fetch } = parts;

  function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> {
    const number = parts.nextSequence?.();
    return fetch(`${base}${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(number !== undefined && { [COMMAND_NUMBER_HEADER]: number }),
        ...headers,
      },
      credentials: 'omit',
      // A page that is left may still end its lease.
      keepalive: true,
      body: JSON.stringify(body ?? {}),
    });
  }

  return {
    async acquire({ holder, rank, ttlMs, closedMs }) {
      const keys = credentialHeaders({ apiKey: parts.apiKey, bearer: undefined, basic: undefined });
      const headers = { ...keys, 'X-Connection-Key': parts.connectionKey };
      const response = await send('POST', '/leases', headers, { holder, rank, ttlMs, closedMs }).catch(rethrow);
      const body: unknown = await response.json().catch(() => undefined); // no JSON is no lease, which is said below
      if (response.status === 409) return { refusedFor: holderIn(body) };
      const read = z.safeParse(granted, body);
      if (response.ok && read.success) return { granted: read.data };
      throw new DeviceError('api', `No lease: HTTP ${response.status}`);
    },
    async renew({ lease, secret }) {
      const response = await send('PUT', `/leases/${lease}`, bearer(secret)).catch(rethrow);
      switch (response.status) {
        case 404:
          return 'unknown';
        case 409:
          return { takenOverBy: holderIn(await response.json().catch(() => undefined)) }; // the new holder, if the answer names it
        case 410:
          return 'ran-out';
      }
      if (response.ok) return 'renewed';
      throw new DeviceError('api', `No renewal: HTTP ${response.status}`);
    },
    end({ lease, secret }, stop) {
      send('DELETE', `/leases/${lease}`, bearer(secret), stop ? { stop } : {}).catch(toDeviceError);
    },
  };
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

function holderIn(body: unknown): string {
  const read = z.safeParse(refused, body);
  return read.success ? read.data.error.holder : '';
}

function rethrow(thrown: unknown): never {
  throw toDeviceError(thrown);
}
