import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Opens the vendor's surface to pages of every origin, as the vendor's cloud does: the answer to a preflight repeats
 * its origin, method and headers. No cookie has authority here, so an origin can do nothing without the keys.
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
