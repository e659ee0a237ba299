import * as z from 'zod/mini';
import { get, type Summaries } from './endpoint.ts';

/**
 * The live event stream (api-v3.md 4.1). Keys travel as `ck` and `apikey`, or in the headers of any other call
 * towards a cloud that says it can (decisions.md 31). `events` is one comma-joined list; absent means all.
 */
export const sseEndpoints = {
  events: get('/sse', {
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

/** A line on each of these calls, for the API document. */
export const sseSummaries: Summaries<typeof sseEndpoints> = {
  events: 'Live events of a device',
};
