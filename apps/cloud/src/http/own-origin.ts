import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';

/** The origin under which whoever asks reaches this cloud: the configured one, else the one asked for. */
export const ownOrigin = ({ siteUrl }: CloudConfig, request: FastifyRequest): string =>
  siteUrl ?? `${request.protocol}://${request.host}`;
