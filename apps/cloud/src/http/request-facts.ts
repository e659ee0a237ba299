/** Facts that this cloud stores on a request while it handles it. */
declare module 'fastify' {
  interface FastifyRequest {
    /** Time of arrival on the monotonic clock, in ms. */
    arrivedAt: number;
    /** The request's call of the contract, once it is known. */
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
