import type { FastifyRequest } from 'fastify';
import { errorBody, HttpRefusal } from './refusal.ts';

/** The secret that a request presents as `Authorization: Bearer`; '' when there is none. */
export function readOwnerSecret({ headers }: FastifyRequest): string {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** A field of a request's body, whatever the body is. */
export function readField(body: unknown, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {};
  return fields[name];
}

/** 400 with a sentence for whoever wrote the request. */
export const badRequest = (message: string) => new HttpRefusal(400, errorBody('BadRequest', message));

/** 429 with the wait in whole seconds. */
export const tooMany = (message: string, waitMs: number) =>
  new HttpRefusal(429, errorBody('TooManyRequests', message), { 'retry-after': String(Math.ceil(waitMs / 1_000)) });

/** 507 for what this server has no room for. */
export const noRoom = (message: string) => new HttpRefusal(507, errorBody('InsufficientStorage', message));
