import type { FastifyInstance } from 'fastify';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import type { CloudParts } from '../parts.ts';
import { mountGuestRoutes } from './guest-routes.ts';
import { mountOwnerRoutes } from './owner-routes.ts';

/** Sharing of devices (docs/sharing.md). Register it under `/api/tactus`, whatever the profile. */
export function mountShares(api: FastifyInstance, parts: CloudParts): void {
  mountOwnerRoutes(api, parts);
  mountGuestRoutes(api, parts, createFailureLimiter(parts.time));
}
