import { type Endpoint, RATE_LIMIT_PER_MINUTE } from '@tactus/protocol';
import type { FastifyReply } from 'fastify';
import { internalError, tooManyRequests } from '../../http/answers.ts';
import type { CloudParts } from '../parts.ts';

/** `Retry-After` of an injected 429, in s: the last second of a minute. */
const WAIT_S = 1;

/**
 * Throws the 429 or 500 that the injected faults of the addressed device set for this request. Clients cannot tell them from
 * real ones. Stops fail too: a client must survive that.
 */
export function throwInjectedFault(
  { config, fleet }: CloudParts,
  endpoint: Endpoint,
  reference: string,
  reply: FastifyReply,
): void {
  const fault = fleet.find(reference)?.httpFault();
  if (fault === 'server-error') throw internalError(endpoint);
  if (fault !== 'too-many-requests') return;
  const limit = config.rateLimitPerMinute || RATE_LIMIT_PER_MINUTE;
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', 0);
  reply.header('x-ratelimit-reset', WAIT_S);
  throw tooManyRequests(limit, WAIT_S);
}
