import type { FastifyInstance } from 'fastify';

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
