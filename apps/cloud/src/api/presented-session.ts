import type { FastifyRequest } from 'fastify';
import { readCredentials } from '../features/auth/credentials.ts';
import { isSessionText } from '../features/shares/guest-session.ts';

/** The session of a request, from its header or, against the rules, from its query; '' for a session in the query. */
export function readPresentedSession(request: FastifyRequest): string | undefined {
  const { headers } = request;
  const query = request.query as Readonly<Record<string, unknown>>; // Fastify's parser gives an object
  const inQuery = query['apikey'];
  if (headers.authorization === undefined && !startsAsSession(headers['x-api-key']) && inQuery === undefined)
    return undefined;
  return readCredentials(headers, typeof inQuery === 'string' ? inQuery : undefined).find(isSessionText);
}

const startsAsSession = (value: unknown): boolean => typeof value !== 'string' || isSessionText(value.trim());
