import { calls, DeviceRefusal, endpointOf } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { internalError, refusalBody } from '../../http/answers.ts';
import { clientAddressOf } from '../../http/client-address.ts';
import { allowEveryOrigin } from '../../http/cors.ts';
import { notStored } from '../../http/http-errors.ts';
import { parseJsonBodies, readBodiesAsJson } from '../../http/json-bodies.ts';
import { ThreadParsedBody } from '../../http/large-body.ts';
import { HttpRefusal, isStorageStatus, notFound, readServerError, tactusErrorBody } from '../../http/refusal.ts';
import type { CloudParts } from '../parts.ts';
import { answerCall } from './answer-call.ts';

/** Mounts the whole contract: every row of its table is a route. Register it under the API's prefix. */
export function mountDeviceApi(api: FastifyInstance, parts: CloudParts): void {
  readBodiesAsJson(api);
  takeBodies(api, parts);
  allowEveryOrigin(api);

  for (const call of calls) {
    const { name, endpoint } = call;
    api.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      config: { call: name },
      // Not an async function, which would add one more promise to every call.
      handler: (request, reply) => {
        request.call = name;
        reply.header('cache-control', 'no-store');
        const answer = answerCall(parts, call, request, reply);
        return endpoint.envelope === 'stream' ? answer.then(() => reply) : answer;
      },
    });
  }

  api.setNotFoundHandler(() => {
    throw notFound('The device API has no such call');
  });

  api.setErrorHandler((error, request, reply) => {
    if (error instanceof DeviceRefusal) {
      request.refusal = error.kind.code;
      return reply.send(refusalBody(error));
    }
    const refusal = toHttpRefusal(error, request);
    if (refusal.status >= 500) parts.log.error({ err: error, call: callOf(request) }, 'a call failed by our fault');
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
  });
}

/** The row of the call parses the text of a small body, and an empty body counts as none; a large body is parsed before it comes here. */
function takeBodies(api: FastifyInstance, { config, parser }: CloudParts): void {
  api.removeAllContentTypeParsers();
  parseJsonBodies(api, {
    small: (_request, text, done) => done(null, text),
    async large(request, bytes) {
      const call = callOf(request);
      // No route would read the body.
      if (call === undefined) return undefined;
      return new ThreadParsedBody(await parser.parse({ kind: 'call', call, bytes }, clientAddressOf(config, request)));
    },
  });
}

function toHttpRefusal(error: unknown, request: FastifyRequest): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  const { status, message } = readServerError(error);
  if (status < 500) return new HttpRefusal(status, tactusErrorBody('BadRequest', message));
  if (isStorageStatus(status)) return notStored(status, message);
  const call = callOf(request);
  return internalError(call && endpointOf(call));
}

const callOf = (request: FastifyRequest) => request.routeOptions.config.call;
