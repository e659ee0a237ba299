import { type Endpoint, UNAUTHENTICATED_BODY } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCredentials } from '../auth/credentials.ts';
import type { Caller } from '../auth/gate.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { forbidden, generalError, tooManyRequests } from './answers.ts';
import { readQuery } from './reading.ts';

/** Who makes a request. Throws the 401 of api-v3.md 1.4, or 401 and 403 in the law's words for the token calls. */
export function admitCaller(parts: CloudParts, endpoint: Endpoint, request: FastifyRequest): Caller | undefined {
  const { credential, envelope } = endpoint;
  if (credential === 'none') return undefined;
  const apiKeyOfQuery = envelope === 'stream' ? readQuery(request)['apikey'] : undefined;
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
export function checkRestrictions(caller: Caller, reference: string, request: FastifyRequest): void {
  const { headers, ip } = request;
  const broken = caller.forbidden({ connectionKey: reference, ip, headers });
  if (broken !== undefined) throw forbidden(broken);
}

/**
 * Counts a request for its credential and connection key, tells where the caller stands, and throws 429 beyond, unless
 * the request stops the device (docs/decisions/006).
 */
export function countRequest(
  parts: CloudParts,
  { caller, reference, stops }: { caller: Caller; reference: string; stops: boolean },
  reply: FastifyReply,
): void {
  if (!parts.windows) return;
  const { limit, remaining, resetMs, exceeded } = parts.windows.count(`${reference} ${caller.id}`);
  const resetS = Math.ceil(resetMs / 1_000);
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', resetS);
  if (exceeded && !stops) throw tooManyRequests(limit, resetS);
}
