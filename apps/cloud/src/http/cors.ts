import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Opens the vendor's surface to pages of every origin, as the vendor's cloud is (api-v3.md 1.2): the origin, the method
 * and the headers of a preflight are given back as asked. No cookie carries authority here, so an origin gains nothing
 * that it does not have the keys for.
 */
export function allowEveryOrigin(api: FastifyInstance): void {
  api.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin !== undefined) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-allow-credentials', 'true');
      reply.header('access-control-expose-headers', 'X-Request-Id');
    }
    done();
  });
  api.options('*', answerPreflight);
}

async function answerPreflight(request: FastifyRequest, reply: FastifyReply) {
  const method = request.headers['access-control-request-method'];
  const headers = request.headers['access-control-request-headers'];
  if (method) reply.header('access-control-allow-methods', method);
  if (headers) reply.header('access-control-allow-headers', headers);
  return reply.code(204).send();
}
