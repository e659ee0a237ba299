import * as z from 'zod/mini';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { hspStateSchema, playInputFieldSchemas, syncTimeInputSchema } from './hsp.ts';
import { wholeMsSchema } from './scalars.ts';

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspStateSchema } as const;

/** Streams that the cloud stores and plays. */
export const streamEndpoints = {
  setup: definePutEndpoint('/stream/setup', {
    motion: 'prepares',
    ...cloudDevice,
    input: z.object({ stream_ref: z.string().check(z.minLength(1)), notify: z._default(z.boolean(), false) }),
  }),
  play: definePutEndpoint('/stream/play', {
    motion: 'starts',
    ...cloudDevice,
    input: z.object({
      ...playInputFieldSchemas,
      server_time: wholeMsSchema,
      pause_on_starving: z._default(z.boolean(), false),
    }),
  }),
  stop: definePutEndpoint('/stream/stop', { ...cloudDevice, motion: 'ends' }),
  state: defineGetEndpoint('/stream/state', cloudDevice),
  synctime: definePutEndpoint('/stream/synctime', { motion: 'steers', ...cloudDevice, input: syncTimeInputSchema }),
};

/** One-line summaries of these calls, for the API document. */
export const streamSummaries: CallSummaries<typeof streamEndpoints> = {
  setup: 'Choose the stream to play',
  play: 'Play the stream',
  stop: 'Stop the stream',
  state: 'State of the stream playback',
  synctime: "Correct the stream's clock",
};
