import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

/**
 * The address of whoever asks, for limits and for tokens that name one. Behind a reverse proxy on this machine (which is
 * what `TACTUS_SITE_URL` says there is) it is the one that the proxy saw: the last of `X-Forwarded-For`, for those before
 * it are what the client claims. Host and protocol are never taken from such headers: a page may write them.
 */
export function clientAddress({ siteUrl }: CloudConfig, request: FastifyRequest): string {
  const peer = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  if (siteUrl === undefined || forwarded === undefined || !isLoopback(plain(peer))) return peer;
  const last = (typeof forwarded === 'string' ? forwarded : forwarded.join(',')).split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? peer : last;
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
