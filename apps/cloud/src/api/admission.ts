import { DeviceRefusal, type Endpoint, RATE_LIMIT_PER_MINUTE, UNAUTHENTICATED_BODY } from '@tactus/protocol';
import { runInNextTurn } from '@tactus/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCredentials } from '../features/auth/credentials.ts';
import type { Caller } from '../features/auth/gate.ts';
import { forbiddenRefusal, statusError, tooManyKeysRefusal, tooManyRequests } from '../http/answers.ts';
import { clientAddressOf } from '../http/client-address.ts';
import { isCrossOrigin } from '../http/cross-origin.ts';
import { readQueryParameter } from '../http/reading.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { RateLimitUse } from '../rate-limit/minute-windows.ts';
import type { CloudParts } from './parts.ts';

/** Identifies the caller of a request. Throws a 401, or 401 and 403 with the specified texts for the token calls. */
export function admitCaller(parts: CloudParts, endpoint: Endpoint, request: FastifyRequest): Caller | undefined {
  const { credential, envelope } = endpoint;
  if (credential === 'none') return undefined;
  const apiKeyOfQuery = envelope === 'stream' ? readQueryParameter(request, 'apikey') : undefined;
  const credentials = readCredentials(request.headers, apiKeyOfQuery);
  const caller = parts.gate.identify(credentials);
  if (credential === 'application-key') {
    if (!caller) throw statusError(endpoint, 401);
    if (!parts.gate.mayIssueTokens(credentials)) throw statusError(endpoint, 403);
  }
  if (!caller) throw new HttpRefusal(401, UNAUTHENTICATED_BODY);
  return caller;
}

/** A caller who addresses a device. A call that needs no credential has no caller. */
interface Addressing {
  readonly caller: Caller | undefined;
  /** As the request has it. */
  readonly rawReference: string;
  /** As the request may address it. */
  readonly reference: string;
  readonly stops: boolean;
  /** Whether the request opens an event stream; false when left out. */
  readonly opensStream?: boolean;
}

/**
 * Throws 403 when the caller's token is not for this device or this request, and 429 beyond its limits. A Stop of an address
 * that has to wait, because it named too many unknown keys, is executed: returns the 429, for `refuseAfterStop`.
 */
export function limitCaller(
  parts: CloudParts,
  { caller, rawReference, reference, stops, opensStream = false }: Addressing,
  request: FastifyRequest,
  reply: FastifyReply,
): HttpRefusal | undefined {
  if (!caller) return undefined;
  if (caller.isRestricted) {
    const ip = clientAddressOf(parts.config, request);
    const broken = caller.forbidden({ connectionKey: rawReference, ip, headers: request.headers });
    if (broken !== undefined) throw forbiddenRefusal(broken);
  }
  limitRequests(parts, { caller, reference, stops, opensStream }, reply);
  const refusal = unknownKeysRefusal(parts, reference, request);
  if (refusal && !stops) throw refusal;
  return refusal;
}

/** The Stop of an address that has to wait. */
interface RefusedStop {
  readonly reference: string;
  readonly refusal: HttpRefusal;
}

/**
 * Throws the refusal of an address that has to wait, after which the Stop is executed where a device has the key: neither the
 * answer nor the time that it takes reveals whether one does.
 */
export function refuseAfterStop(
  parts: CloudParts,
  { reference, refusal }: RefusedStop,
  stop: () => Promise<unknown>,
): never {
  runInNextTurn(() => {
    // An order is remembered for each key: keys that nobody has would fill the memory.
    if (!isKnownReference(parts, reference)) return;
    Promise.resolve().then(stop).catch(logFaultOf(parts, 'a Stop that was answered by 429 failed by our fault'));
  });
  throw refusal;
}

/** Logs an error of the cloud itself that no answer shows. */
export const logFaultOf =
  (parts: CloudParts, message: string, details: object = {}) =>
  (error: unknown): void => {
    if (!(error instanceof DeviceRefusal || error instanceof HttpRefusal))
      parts.log.error({ err: error, ...details }, message);
  };

/** A reference that no device has. */
const NOBODY = '';

/**
 * The reference that a request may address. The keys of the demo devices are public, so a page of another origin could
 * drive them through its visitor's browser: for such pages the demo devices do not exist.
 */
export function addressableReferenceOf(parts: CloudParts, reference: string, request: FastifyRequest): string {
  if (!isCrossOrigin(parts.config, request)) return reference;
  return parts.fleet.get(reference)?.madeBy === 'demo' ? NOBODY : reference;
}

/** Throws 429 where the address of a request has named too many unknown keys, so that keys cannot be guessed. */
export function limitUnknownKeys(parts: CloudParts, reference: string, request: FastifyRequest): void {
  const refusal = unknownKeysRefusal(parts, reference, request);
  if (refusal) throw refusal;
}

const isKnownReference = ({ devices, channels }: CloudParts, reference: string): boolean =>
  devices.get(reference) !== undefined || channels.get(reference) !== undefined;

function unknownKeysRefusal(parts: CloudParts, reference: string, request: FastifyRequest): HttpRefusal | undefined {
  if (!parts.keyScanGuard || reference === NOBODY) return undefined;
  const isKnown = isKnownReference(parts, reference);
  const waitMs = parts.keyScanGuard.named(clientAddressOf(parts.config, request), reference, isKnown);
  return waitMs > 0 ? tooManyKeysRefusal(Math.ceil(waitMs / 1_000)) : undefined;
}

/** The limits that clients are sent where no limit is set: clients of the vendor's cloud read the headers and find nothing used. */
export const UNLIMITED: RateLimitUse = {
  limit: RATE_LIMIT_PER_MINUTE,
  remaining: RATE_LIMIT_PER_MINUTE,
  resetMs: 60_000,
  exceeded: false,
};

/** A request that is counted for its credential and connection key. */
interface CountedRequest {
  readonly caller: Caller;
  readonly reference: string;
  readonly stops: boolean;
  readonly opensStream: boolean;
}

/**
 * Counts a request for its credential and connection key, returns what is left, and throws 429 beyond the limit, unless
 * the request stops the device (docs/decisions/006). Event streams are counted apart: clients open them again by themselves.
 */
export function limitRequests(
  parts: CloudParts,
  { caller, reference, stops, opensStream }: CountedRequest,
  reply: FastifyReply,
): void {
  const counted = `${opensStream ? 'events/' : ''}${reference} ${caller.id}`;
  const { limit, remaining, resetMs, exceeded } = parts.windows?.count(counted) ?? UNLIMITED;
  const resetS = Math.ceil(resetMs / 1_000);
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', resetS);
  if (exceeded && !stops) throw tooManyRequests(limit, resetS);
}
