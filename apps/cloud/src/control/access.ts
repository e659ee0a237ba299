import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CloudConfig } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { errorBody, HttpRefusal, notFound } from '../http/refusal.ts';

/** What proxies add to a request that they pass on. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Lets operators in: with the token where one is set, else only from this very machine and not through a proxy.
 * Throws 404 where the surface is off, 401 without the token, 403 from elsewhere.
 */
export function admitOperator({ control, controlToken }: CloudConfig, request: FastifyRequest): void {
  if (!control) throw notFound('The control surface is off; see docs/control.md');
  if (controlToken !== undefined) {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${controlToken}`))
      throw new HttpRefusal(401, errorBody('Unauthorized', 'The control token is missing or wrong'));
    return;
  }
  const isProxied = PROXY_HEADERS.some((header) => request.headers[header] !== undefined);
  if (isProxied || !isLoopback(request.hostname))
    throw new HttpRefusal(
      403,
      errorBody('Forbidden', 'Without a control token only this machine may use the control surface'),
    );
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
