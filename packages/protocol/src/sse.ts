import * as z from 'zod/mini';
import { get } from './endpoint.ts';

/**
 * The live event stream (api-v3.md 4.1). Keys travel as `ck` and `apikey`, or in the headers of any other call
 * towards a cloud that says it can (decisions.md 31). `events` is one comma-joined list; absent means all.
 */
export const sseEndpoints = {
  events: get('/sse', {
    summary: 'Live events of a device',
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
