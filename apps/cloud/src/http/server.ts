import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import './request-facts.ts';
import type { Time } from '@tactus/time';
import type { CloudConfig } from '../config/config.ts';
import { readTlsFiles } from '../config/tls-files.ts';
import type { Log } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Parser } from '../parsing/parser.ts';
import { clientAddressOf } from './client-address.ts';
import { crossOriginRefusal } from './cross-origin.ts';
import { notStored } from './http-errors.ts';
import { parseJsonBodies } from './json-bodies.ts';
import { HttpRefusal, isStorageStatus, readServerError, tactusErrorBody } from './refusal.ts';
import { createWebSocketRequestClass, routeUpgrades } from './upgrades.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
/** How long a client may take to send a request (20 MB at 3 Mbit/s), and to send its headers. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** The same for the TLS handshake before, which Node would give two minutes. */
const HANDSHAKE_TIMEOUT_MS = 15_000;
/** Interval between checks for late requests. Node's own half a minute would double the time limit of a request. */
const LATE_REQUESTS_EVERY_MS = 5_000;

const SECURE_FOR_A_YEAR = 'max-age=31536000';

interface Options {
  readonly config: CloudConfig;
  readonly time: Time;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly parser: Parser;
  /** Path of the WebSocket; other upgrades that clients offer are ignored. */
  readonly webSocketPath: string;
}

/** The HTTP server without routes: limits, request ids, cross-origin refusals, counts and logs of every answer. */
export function createServer({ config, time, log, metrics, parser, webSocketPath }: Options): FastifyInstance {
  const transport = transportOf(config, webSocketPath);
  const secureOnly = isServedSecurely(config);
  const server = Fastify({
    ...(config.tls === undefined ? { http: transport } : { https: transport }),
    // Requests are logged below, without secrets; Fastify itself logs nothing.
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    // No counter: the difference of two ids would disclose how many requests others sent between them.
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => escapeInvalidPercents(url),
  });
  readServerBodies(server, config, parser);
  routeUpgrades(server.server, (request, response) => server.routing(request, response));
  server.decorateRequest('arrivedAt', 0);
  server.decorateRequest('refusal', undefined);
  server.decorateRequest('call', undefined);

  // Hooks with a callback: every request passes here, and a promise in each would cost time.
  server.addHook('onRequest', (request, reply, done) => {
    request.arrivedAt = time.monotonic();
    reply.header('x-request-id', request.id);
    if (secureOnly) reply.header('strict-transport-security', SECURE_FOR_A_YEAR);
    done(crossOriginRefusal(config, request));
  });

  // Not `onResponse`: for that Fastify listens to every response until it is flushed, which costs 3 % of a command.
  server.addHook('onSend', (request, reply, payload, done) => {
    const call = request.call ?? request.routeOptions.config.call ?? patternOf(request);
    const ms = time.monotonic() - request.arrivedAt;
    const status = reply.statusCode;
    const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
    if (log.isLevelEnabled(level))
      log[level]({ id: request.id, method: request.method, call, status, refusal: request.refusal, ms }, 'answered');
    metrics.answered({ call, status, refusal: request.refusal, seconds: ms / 1_000 });
    done(null, payload);
  });

  server.setErrorHandler((error, request, reply) => {
    if (error instanceof HttpRefusal) return reply.code(error.status).headers(error.headers).send(error.body);
    const { status, message } = readServerError(error);
    if (status < 500) return reply.code(status).send(tactusErrorBody('BadRequest', message));
    log.error({ err: error, call: patternOf(request) }, 'a request failed by our fault');
    if (isStorageStatus(status)) {
      const { body, headers } = notStored(status, message);
      return reply.code(status).headers(headers).send(body);
    }
    return reply.code(500).send(tactusErrorBody('InternalServerError', 'Internal server error.'));
  });
  return server;
}

/** What every server of this cloud limits, and its certificate where it has one. */
export const transportOf = (config: CloudConfig, webSocketPath: string) => ({
  maxHeaderSize: HEADER_LIMIT_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  connectionsCheckingInterval: LATE_REQUESTS_EVERY_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  IncomingMessage: createWebSocketRequestClass(webSocketPath),
  ...(config.tls && { ...readTlsFiles(config.tls), handshakeTimeout: HANDSHAKE_TIMEOUT_MS }),
});

/**
 * Whether people reach this cloud over https, by its own certificate or a proxy's, so that browsers may be sent HSTS.
 * Never on loopback: it would bind every other program on this machine.
 */
const isServedSecurely = ({ tls, siteUrl, loopbackOnly }: CloudConfig): boolean =>
  !loopbackOnly && (siteUrl === undefined ? tls !== undefined : siteUrl.startsWith('https:'));

/** A request may declare JSON and have no body. */
function readServerBodies(server: FastifyInstance, config: CloudConfig, parser: Parser): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  parseJsonBodies(server, {
    small(request, text, done) {
      if (text === '') done(null);
      else void parse(request, text, done);
    },
    large: (request, bytes) => parser.parse({ kind: 'json', bytes }, clientAddressOf(config, request)),
  });
}

/** The pattern of the route, never the address itself: an address may hold a key. */
function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'no route';
}

/**
 * The address of a request in a form that the router can read. An invalid percent sign is taken literally, so a mistyped
 * address gets the answer of any other unknown address: the not-found page, or a 404.
 * @param url path and query of a request, as sent
 */
function escapeInvalidPercents(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.includes('%') || isReadable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
