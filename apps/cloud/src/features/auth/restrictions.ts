import type { IncomingHttpHeaders } from 'node:http';
import type { TokenRequest } from '@tactus/protocol';
import { plainAddress } from '../../config/plain-address.ts';

/** Restrictions of a token; a field that is missing restricts nothing. */
export interface TokenRestrictions {
  /** A connection key or a channel reference. */
  readonly connectionKey?: string;
  readonly ip?: string;
  /** Starts of the headers Origin, Referer and User-Agent. */
  readonly origin?: string;
  readonly referer?: string;
  readonly userAgent?: string;
  /** Whole values of Accept-Language, Accept-Encoding and Cache-Control. */
  readonly acceptLanguage?: string;
  readonly acceptEncoding?: string;
  readonly cacheControl?: string;
}

/** The facts of a request that restrictions are checked against. */
export interface RequestFactsForRestrictions {
  readonly connectionKey: string | undefined;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** The restrictions in a request for a token; `ck` is the older name of `to`, and both are accepted. */
export function toTokenRestrictions(request: TokenRequest): TokenRestrictions {
  const connectionKey = request.to ?? request.ck;
  return {
    ...(connectionKey !== undefined && { connectionKey }),
    ...(request.ip !== undefined && { ip: plainAddress(request.ip.toLowerCase()) }),
    ...(request.origin !== undefined && { origin: request.origin }),
    ...(request.r !== undefined && { referer: request.r }),
    ...(request.ua !== undefined && { userAgent: request.ua }),
    ...(request.al !== undefined && { acceptLanguage: request.al }),
    ...(request.ae !== undefined && { acceptEncoding: request.ae }),
    ...(request.cc !== undefined && { cacheControl: request.cc }),
  };
}

type Check = (wanted: string, facts: RequestFactsForRestrictions) => boolean;

const startOf =
  (header: 'origin' | 'referer' | 'user-agent'): Check =>
  (wanted, { headers }) =>
    headers[header]?.startsWith(wanted) ?? false;

const wholeOf =
  (header: 'accept-language' | 'accept-encoding' | 'cache-control'): Check =>
  (wanted, { headers }) =>
    headers[header] === wanted;

const checks: Readonly<Record<keyof TokenRestrictions, { readonly of: string; readonly holds: Check }>> = {
  connectionKey: { of: 'device', holds: (wanted, { connectionKey }) => connectionKey === wanted },
  ip: { of: 'address', holds: (wanted, { ip }) => plainAddress(ip.toLowerCase()) === wanted },
  origin: { of: 'origin', holds: startOf('origin') },
  referer: { of: 'referer', holds: startOf('referer') },
  userAgent: { of: 'user agent', holds: startOf('user-agent') },
  acceptLanguage: { of: 'language', holds: wholeOf('accept-language') },
  acceptEncoding: { of: 'encoding', holds: wholeOf('accept-encoding') },
  cacheControl: { of: 'cache control', holds: wholeOf('cache-control') },
};

const names = Object.keys(checks) as (keyof TokenRestrictions)[]; // Object.keys loses the literal types

/** The first restriction that a request violates, in words, or undefined. */
export function describeBrokenRestriction(
  restrictions: TokenRestrictions,
  facts: RequestFactsForRestrictions,
): string | undefined {
  for (const name of names) {
    const wanted = restrictions[name];
    if (wanted !== undefined && !checks[name].holds(wanted, facts)) return checks[name].of;
  }
  return undefined;
}
