import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ParseRefusal, type ParseRefusalReason } from '../parsing/parse-refusal.ts';
import { PARSED_AT_ONCE_BYTES } from '../parsing/parser.ts';
import { JSON_DEPTH_MAX, structureProblem } from '../parsing/text-structure.ts';
import { badRequest } from './http-errors.ts';
import { parseErrorToRefusal } from './parse-refusals.ts';
import { tactusErrorBody } from './refusal.ts';

const JSON_TYPE = 'application/json';

/**
 * Reads every body of `api` as JSON, whatever type its client states: some state none, some an invalid one (`json`), which
 * Fastify would refuse before it calls a parser. Not for a part of the server that takes forms.
 */
export function readBodiesAsJson(api: FastifyInstance): void {
  api.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const hasBody = Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;
    if (hasBody || headers['content-type'] !== undefined) headers['content-type'] = JSON_TYPE;
    done();
  });
}

/**
 * Refuses every body of `api` that is JSON and no object, with a 400: a list, null, a number or a text would otherwise count
 * as an object without fields. A request without a body passes. For our own routes; the device API follows its contract.
 */
export function requireObjectBodies(api: FastifyInstance): void {
  api.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    const isList = Array.isArray(body);
    const isFine = isList
      ? routeOptions.config.takesLists === true && body.length > 0
      : body === undefined || (typeof body === 'object' && body !== null);
    if (isFine) done();
    else done(badRequest('The body must be a JSON object'));
  });
}

/** The readers of JSON bodies in a part of the server. */
interface BodyReaders {
  /** Reads the text of a small body; `done` takes the body for handlers. */
  readonly small: (request: FastifyRequest, text: string, done: (error: Error | null, body?: unknown) => void) => void;
  /** Reads the bytes of a large body in another thread. Rejects with a `ParseRefusal`. */
  readonly large: (request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => Promise<unknown>;
}

/** Registers the readers of JSON bodies of `api`. A body that nests too deep is refused with 400 before it is parsed. */
export function parseJsonBodies(api: FastifyInstance, { small, large }: BodyReaders): void {
  api.addContentTypeParser<Buffer<ArrayBuffer>>(JSON_TYPE, { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length > PARSED_AT_ONCE_BYTES) {
      large(request, bytes).then(
        (body) => done(null, body),
        (error: unknown) => done(asHttpError(error)),
      );
    } else if (structureProblem(bytes, { depth: JSON_DEPTH_MAX, parts: Number.POSITIVE_INFINITY }) !== undefined)
      done(badRequest(`The body is nested deeper than ${JSON_DEPTH_MAX} levels`));
    else small(request, bytes.toString('utf8'), done);
  });
}

function asHttpError(error: unknown): Error {
  if (error instanceof ParseRefusal)
    return parseErrorToRefusal(error, (message) => tactusErrorBody(NAMES[error.reason], message));
  return error instanceof Error ? error : new Error(String(error));
}

const NAMES: Readonly<Record<ParseRefusalReason, string>> = {
  invalid: 'BadRequest',
  'too-large': 'PayloadTooLarge',
  'too-slow': 'BadRequest',
  'too-heavy': 'PayloadTooLarge',
  busy: 'ServiceUnavailable',
  'over-limit': 'TooManyRequests',
};
