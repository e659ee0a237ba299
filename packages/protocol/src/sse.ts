import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint } from './endpoint.ts';

/**
 * The live event stream. Keys travel as `ck` and `apikey` in the query, or in headers to a cloud whose `/config.json`
 * has `features.headersOnSse`. `events` is one comma-joined list; absent means all.
 */
export const sseEndpoints = {
  events: defineGetEndpoint('/sse', {
    answeredBy: 'cloud',
    address: 'device-reference',
    envelope: 'stream',
    input: z.object({
      ck: z.optional(z.string()),
      apikey: z.optional(z.string()),
      events: z.optional(z.string()),
    }),
    result: z.string(),
    onFirmware3: true,
  }),
};

/** One-line summaries of these calls, for the API document. */
export const sseSummaries: CallSummaries<typeof sseEndpoints> = { events: 'Live events of a device' };
