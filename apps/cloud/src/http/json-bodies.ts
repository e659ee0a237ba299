import type { FastifyInstance } from 'fastify';
import { errorBody, HttpRefusal } from './refusal.ts';

const JSON_TYPE = 'application/json';

/**
 * Has every body of `api` read as JSON, whatever type its client names: some name none, some one that is no type at all
 * (`json`), and those would be refused before any parser is asked. Not for a part of the server that takes forms.
 */
export function readBodiesAsJson(api: FastifyInstance): void {
  api.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const hasBody = Number(headers['content-length'] ?? 0) !== 0 || headers['transfer-encoding'] !== undefined;
    if (hasBody || headers['content-type'] !== undefined) headers['content-type'] = JSON_TYPE;
    done();
  });
}

/**
 * Refuses every body of `api` that is JSON and no object, with a 400: a list, null, a number or a text would otherwise be taken
 * for an object without fields. A request without a body passes. For routes that are ours; the device API follows its contract.
 */
export function requireObjectBodies(api: FastifyInstance): void {
  api.addHook('preValidation', ({ body, routeOptions }, _reply, done) => {
    const isList = Array.isArray(body);
    const isFine = isList
      ? routeOptions.config.takesLists
      : body === undefined || (typeof body === 'object' && body !== null);
    if (isFine) done();
    else done(new HttpRefusal(400, errorBody('BadRequest', 'The body must be a JSON object')));
  });
}
