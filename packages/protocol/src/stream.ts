import * as z from 'zod/mini';
import { type CallSummaries, getEndpoint, putEndpoint } from './endpoint.ts';
import { hspState, playInputFields, syncTimeInput } from './hsp.ts';
import { wholeMs } from './scalars.ts';

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspState } as const;

/** Streams that the cloud stores and plays. */
export const streamEndpoints = {
  setup: putEndpoint('/stream/setup', {
    motion: 'prepares',
    ...cloudDevice,
    input: z.object({ stream_ref: z.string().check(z.minLength(1)), notify: z._default(z.boolean(), false) }),
  }),
  play: putEndpoint('/stream/play', {
    motion: 'starts',
    ...cloudDevice,
    input: z.object({ ...playInputFields, server_time: wholeMs, pause_on_starving: z._default(z.boolean(), false) }),
  }),
  stop: putEndpoint('/stream/stop', { ...cloudDevice, motion: 'ends' }),
  state: getEndpoint('/stream/state', cloudDevice),
  synctime: putEndpoint('/stream/synctime', { motion: 'steers', ...cloudDevice, input: syncTimeInput }),
};

/** One-line summaries of these calls, for the API document. */
export const streamSummaries: CallSummaries<typeof streamEndpoints> = {
  setup: 'Choose the stream to play',
  play: 'Play the stream',
  stop: 'Stop the stream',
  state: 'State of the stream playback',
  synctime: "Correct the stream's clock",
};
