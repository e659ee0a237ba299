import { linkSecret, readTactusBody } from '@tactus/protocol';
import type { FastifyRequest } from 'fastify';
import { clientAddressOf } from '../../http/client-address.ts';
import { tooManyTactusRequests } from '../../http/http-errors.ts';
import { notFound } from '../../http/refusal.ts';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import type { CloudParts } from '../parts.ts';

/** What is read of a request to open its link. */
interface LinkRequest {
  readonly params: { readonly id: string };
  readonly request: FastifyRequest;
}

/**
 * Opens links by their secrets. A wrong secret is answered like an unknown id, and both are counted: an address with too many has
 * to wait. A right secret is accepted despite any number of failures of the same network: nobody guesses 256 bits. The secret is
 * read before the rest of the body is checked: a wrong link is refused as such.
 */
export function createLinkOpener<T>(
  { config, time }: CloudParts,
  find: (id: string, secret: string) => T | undefined,
): (call: LinkRequest) => T {
  const failures = createFailureLimiter(time);
  return ({ params, request }) => {
    const read = readTactusBody({ body: linkSecret }, request.body);
    const found = find(params.id, read.ok ? read.body.secret : '');
    if (found) return found;
    const address = clientAddressOf(config, request);
    const waitMs = failures.waitMs(address);
    if (waitMs > 0) throw tooManyTactusRequests('Too many wrong links from this address; try again later', waitMs);
    failures.fail(address);
    throw notFound('This link leads nowhere');
  };
}
