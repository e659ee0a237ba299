import { type Endpoint, RATE_LIMIT_PER_MINUTE, UNAUTHENTICATED_BODY } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCredentials } from '../features/auth/credentials.ts';
import type { Caller } from '../features/auth/gate.ts';
import { forbidden, generalError, tooManyKeys, tooManyRequests } from '../http/answers.ts';
import { clientAddress } from '../http/client-address.ts';
import { isCrossOrigin } from '../http/cross-origin.ts';
import { readParameter } from '../http/reading.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { Standing } from '../rate-limit/minute-windows.ts';
import type { CloudParts } from './parts.ts';

/** Who makes a request. Throws a 401, or 401 and 403 with the specified texts for the token calls. */
export function admitCaller(parts: CloudParts, endpoint: Endpoint, request: FastifyRequest): Caller | undefined {
  const { credential, envelope } = endpoint;
  if (credential === 'none') return undefined;
  const apiKeyOfQuery = envelope === 'stream' ? readParameter(request, 'apikey') : undefined;
  const credentials = readCredentials(request.headers, apiKeyOfQuery);
  const caller = parts.gate.identify(credentials);
  if (credential === 'application-key') {
    if (!caller) throw generalError(endpoint, 401);
    if (!parts.gate.mayIssueTokens(credentials)) throw generalError(endpoint, 403);
  }
  if (!caller) throw new HttpRefusal(401, UNAUTHENTICATED_BODY);
  return caller;
}

/** Throws 403 when the caller's token is not for this device or this request. */
export function checkRestrictions(
  { config }: CloudParts,
  { caller, reference }: { caller: Caller; reference: string },
  request: FastifyRequest,
): void {
  if (!caller.isRestricted) return;
  const facts = { connectionKey: reference, ip: clientAddress(config, request), headers: request.headers };
  const broken = caller.forbidden(facts);
  if (broken !== undefined) throw forbidden(broken);
}

/** A reference that no device has. */
const NOBODY = '';

/**
 * Whom a request may address. Everybody knows the keys of the demo devices, so a page of another origin could drive them
 * through the browser of whoever looks at it: for such pages those devices are not there (decisions.md 68).
 */
export function reachableReference(parts: CloudParts, reference: string, request: FastifyRequest): string {
  if (!isCrossOrigin(parts.config, request)) return reference;
  return parts.fleet.get(reference)?.madeBy === 'demo' ? NOBODY : reference;
}

/** Throws 429 where the address of a request names too many keys that nobody has (decisions.md 69). */
export function countKey(parts: CloudParts, reference: string, request: FastifyRequest): void {
  if (!parts.keyScanGuard || reference === NOBODY) return;
  const isKnown = parts.devices.get(reference) !== undefined || parts.channels.get(reference) !== undefined;
  const waitMs = parts.keyScanGuard.named(clientAddress(parts.config, request), reference, isKnown);
  if (waitMs > 0) throw tooManyKeys(Math.ceil(waitMs / 1_000));
}

/** Where everybody stands in a cloud without a limit: clients of the vendor's read the headers, and find nothing used up. */
const UNLIMITED: Standing = {
  limit: RATE_LIMIT_PER_MINUTE,
  remaining: RATE_LIMIT_PER_MINUTE,
  resetMs: 60_000,
  exceeded: false,
};

/**
 * Counts a request for its credential and connection key, tells where the caller stands, and throws 429 beyond, unless
 * the request stops the device (docs/decisions/006).
 */
export function countRequest(
  parts: CloudParts,
  { caller, reference, stops }: { caller: Caller; reference: string; stops: boolean },
  reply: FastifyReply,
): void {
  const { limit, remaining, resetMs, exceeded } = parts.windows?.count(`${reference} ${caller.id}`) ?? UNLIMITED;
  const resetS = Math.ceil(resetMs / 1_000);
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', resetS);
  if (exceeded && !stops) throw tooManyRequests(limit, resetS);
}
