/** What this cloud keeps about a request on its way. */
declare module 'fastify' {
  interface FastifyRequest {
    /** When it came, on the monotonic clock, in ms. */
    arrivedAt: number;
    /** The call of the contract that it makes, once that is known. */
    call: CallName | undefined;
    /** Code of the refusal inside the answer, for the metrics. */
    refusal: number | undefined;
  }
  interface FastifyContextConfig {
    /** The call of the contract that a route answers. */
    call?: CallName;
    /** Whether a body may be a list of objects; where it is left out, one object only. */
    takesLists?: boolean;
  }
}

import type { CallName } from '@tactus/protocol';
