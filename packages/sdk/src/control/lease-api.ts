import * as z from 'zod/mini';
import { callTactusApi } from '../connection/call-tactus-api.ts';
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

/** The leases of the cloud of a device, by fetch. */
export function createLeaseApi(
  parts: Parameters<typeof callTactusApi>[0] & {
    readonly connectionKey: string;
    /** The number of the next command: the end of a lease bars every command that was sent before its last request. */
    readonly nextSequence?: () => string | undefined;
  },
): LeaseApi {
  const { connectionKey } = parts;
  const send = (request: Parameters<typeof callTactusApi>[1]) =>
    callTactusApi(parts, { ...request, sequence: parts.nextSequence?.() });
  const pathOf = ({ lease }: Lease) => `/leases/${lease}`;

  return {
    async acquire(request) {
      const { status, ok, body } = await send({ method: 'POST', path: '/leases', connectionKey, body: request }).catch(
        rethrow,
      );
      if (status === 409) return { refusedFor: holderIn(body) };
      const { data } = z.safeParse(granted, body);
      if (ok && data) return { granted: data };
      throw new DeviceError('api', `No lease: HTTP ${status}`);
    },
    async renew(lease) {
      const { status, ok, body } = await send({
        method: 'PUT',
        path: pathOf(lease),
        secret: lease.secret,
        body: {},
      }).catch(rethrow);
      switch (status) {
        case 404:
          return 'unknown';
        case 409:
          return { takenOverBy: holderIn(body) };
        case 410:
          return 'ran-out';
      }
      if (ok) return 'renewed';
      throw new DeviceError('api', `No renewal: HTTP ${status}`);
    },
    end(lease, stop) {
      send({ method: 'DELETE', path: pathOf(lease), secret: lease.secret, body: stop ? { stop } : {} }).catch(
        toDeviceError,
      );
    },
  };
}

function holderIn(body: unknown): string {
  return z.safeParse(refused, body).data?.error.holder ?? '';
}

function rethrow(thrown: unknown): never {
  throw toDeviceError(thrown);
}
