import type { FastifyInstance } from 'fastify';
import { createAttempts } from '../../rate-limit/attempts.ts';
import type { CloudParts } from '../parts.ts';
import { mountGuestRoutes } from './guest-routes.ts';
import { mountOwnerRoutes } from './owner-routes.ts';

/** Lending devices (docs/sharing.md). Register it under `/api/tactus`, whatever the profile. */
export function mountShares(api: FastifyInstance, parts: CloudParts): void {
  mountOwnerRoutes(api, parts);
  mountGuestRoutes(api, parts, createAttempts(parts.time));
}
