import { linkSecret, readTactusBody, type TactusEndpoint } from '@tactus/protocol';
import { clientAddressOf } from '../../http/client-address.ts';
import { tooManyTactusRequests } from '../../http/http-errors.ts';
import { notFound } from '../../http/refusal.ts';
import { createFailureLimiter } from '../../rate-limit/failure-limiter.ts';
import type { CloudParts } from '../parts.ts';
import type { ReceivedCall } from './mount-calls.ts';

/**
 * Opens links by their secrets. A wrong secret is answered like an unknown id, and both are counted: an address with too many has
 * to wait. A right secret is accepted despite any number of failures of the same network: nobody guesses 256 bits. The secret is
 * read before the rest of the body is checked: a wrong link is refused as such.
 */
export function createLinkOpener<T>(
  { config, time }: CloudParts,
  find: (id: string, secret: string) => T | undefined,
): (call: ReceivedCall<TactusEndpoint<'/:id'>>) => T {
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
