import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/client-address.ts';
import { tooManyTactusRequests } from '../../http/http-errors.ts';
import { createHourlyQuota } from '../../rate-limit/virtual-device-quota.ts';
import type { CloudParts } from '../parts.ts';

/** Returns a check that throws 429 where an address makes more in an hour. None is made where the rate limit is off, as in suites and benches. */
export function createHourlyLimit({ config, time }: CloudParts, limit: number, things: string) {
  const quota = createHourlyQuota({ limit, time });
  return (request: FastifyRequest): void => {
    const waitMs = config.rateLimitPerMinute === 0 ? 0 : quota.take(clientAddressOf(config, request));
    if (waitMs > 0) throw tooManyTactusRequests(`No more than ${limit} ${things} an hour; try again later`, waitMs);
  };
}
