import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { plainAddress } from '../config/plain-address.ts';

/**
 * The address of the client, for limits and for tokens that name one. Behind a reverse proxy on this machine (which
 * `TACTUS_SITE_URL` implies), or at an address of `TACTUS_TRUSTED_PROXIES`, it is the one that the proxy saw: the last of
 * `X-Forwarded-For` that is no trusted proxy itself, because the client may have written those before it. Host and protocol
 * are never taken from such headers: a page may write them.
 */
export function clientAddressOf({ siteUrl, trustedProxies }: CloudConfig, request: FastifyRequest): string {
  let address = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  // Most requests come without a proxy, and a look-up of the address costs as much as a third of a command.
  if (forwarded === undefined) return address;
  const isTrusted = (candidate: string) =>
    trustedProxies.has(candidate) || (siteUrl !== undefined && isLoopback(plainAddress(candidate)));
  const named = (typeof forwarded === 'string' ? forwarded : forwarded.join(',')).split(',');
  while (isTrusted(address)) {
    const next = withoutPort(named.pop()?.trim() ?? '');
    if (isIP(next) === 0) return address;
    address = next;
  }
  return address;
}

/** Some proxies name the port too, as `192.0.2.7:50123` or `[2001:db8::7]:50123`. */
function withoutPort(entry: string): string {
  const [, ofVersion6, ofVersion4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return ofVersion6 ?? ofVersion4 ?? entry;
}
