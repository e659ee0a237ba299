import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';

/** The origin under which the client reaches this cloud: the configured one, else that of the request. */
export const ownOrigin = ({ siteUrl }: CloudConfig, request: FastifyRequest): string =>
  siteUrl ?? `${request.protocol}://${request.host}`;
