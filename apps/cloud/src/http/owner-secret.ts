import type { FastifyRequest } from 'fastify';

/** The secret that a request presents as `Authorization: Bearer`; '' when there is none. */
export function readOwnerSecret({ headers }: FastifyRequest): string {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}
