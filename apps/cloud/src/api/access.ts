import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/loopback.ts';
import { plainAddress } from '../config/plain-address.ts';
import { isFromNetwork } from '../features/network/network-servers.ts';
import { isSameSecret } from '../http/is-same-secret.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../http/refusal.ts';
import type { CloudParts } from './parts.ts';

/** Headers that proxies and content networks add to a request. */
const PROXY_HEADERS = [
  'via',
  'forwarded',
  'cdn-loop',
  'cf-connecting-ip',
  'cf-ray',
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'true-client-ip',
  'x-azure-clientip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-real-ip',
] as const;

type AccessParts = Pick<CloudParts, 'config' | 'controlToken'>;

/**
 * Admits operators: with the token, or without one from this machine where none is configured and no proxy is in
 * between. Throws 404 where the control surface is off, 401 for a missing or wrong token.
 */
export function admitOperator({ config, controlToken }: AccessParts, request: FastifyRequest): void {
  if (!config.control) throw notFound('The control surface is off; see docs/control.md');
  if (config.controlToken === undefined && isFromHere(request)) return;
  requireToken(controlToken, request, 'The control token is missing or wrong; see docs/control.md');
}

/** Admits a reader of the metrics: from this machine, else with the control token. Throws 401. */
export function admitMetricsReader({ controlToken }: Pick<AccessParts, 'controlToken'>, request: FastifyRequest): void {
  if (isFromHere(request)) return;
  requireToken(controlToken, request, 'Metrics are for this machine, or for who has the control token');
}

/** Admits a person at this machine. Throws 403. */
export function admitThisMachine(request: FastifyRequest): void {
  if (isFromHere(request)) return;
  throw new HttpRefusal(403, tactusErrorBody('Forbidden', 'This is for the machine on which the server runs'));
}

/**
 * Admits a person who opens the app under a name of this machine, also where the cloud is in a container of it and sees another
 * sender. Throws 403.
 */
export function admitNameOfThisMachine(request: FastifyRequest): void {
  if (isForHere(request)) return;
  throw new HttpRefusal(403, tactusErrorBody('Forbidden', 'This is for the machine on which the server runs'));
}

/** Whether a request comes from this machine, under a name of this machine, through no proxy and no local network. */
function isFromHere(request: FastifyRequest): boolean {
  return isForHere(request) && isLoopback(plainAddress(request.socket.remoteAddress ?? ''));
}

/** Whether a request names this machine, and came through no proxy and no local network. */
function isForHere({ headers, raw, hostname }: FastifyRequest): boolean {
  return !PROXY_HEADERS.some((header) => headers[header] !== undefined) && !isFromNetwork(raw) && isLoopback(hostname);
}

function requireToken(token: string, request: FastifyRequest, message: string): void {
  if (isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) return;
  throw new HttpRefusal(401, tactusErrorBody('Unauthorized', message));
}
