import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint } from './endpoint.ts';

/** Milliseconds since the Unix epoch, as the cloud's clock says. */
const serverTime = z.object({ server_time: z.int() });

/** The cloud's clock: no credentials, no key, and its answer is not wrapped. */
export const utilsEndpoints = {
  servertime: defineGetEndpoint('/servertime', {
    answeredBy: 'cloud',
    address: 'none',
    credential: 'none',
    envelope: 'bare',
    result: serverTime,
  }),
};

/** One-line summaries of these calls, for the API document. */
export const utilsSummaries: CallSummaries<typeof utilsEndpoints> = { servertime: "The cloud's clock" };
