import * as z from 'zod/mini';
import { SCRIPT_DOWNLOAD_MAX_MS } from './api-limits.ts';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { hspStateSchema, playInputFieldSchemas, syncTimeInputSchema } from './hsp.ts';
import { wholeMsSchema } from './scalars.ts';

const scriptAction = z.object({ at: z.number(), pos: z.number() });

const source = z
  .object({
    url: z.optional(z.string().check(z.minLength(1))),
    csv: z.optional(z.string()),
    actions: z.optional(z.array(scriptAction)),
    notify: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ url, csv, actions }) => [url, csv, actions].filter((value) => value !== undefined).length === 1,
      'Give one of url, csv or actions',
    ),
  );

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspStateSchema } as const;

/**
 * Script playback: the cloud fetches the script and streams it to the device as points. Our cloud also accepts inline
 * `csv` and `actions`; clients send these only to a cloud whose `features` list them.
 */
export const hsspEndpoints = {
  state: defineGetEndpoint('/hssp/state', cloudDevice),
  setup: definePutEndpoint('/hssp/setup', {
    motion: 'prepares',
    ...cloudDevice,
    input: source,
    cloudTimeMaxMs: SCRIPT_DOWNLOAD_MAX_MS,
  }),
  play: definePutEndpoint('/hssp/play', {
    motion: 'starts',
    ...cloudDevice,
    input: z.object({ ...playInputFieldSchemas, server_time: wholeMsSchema }),
  }),
  stop: definePutEndpoint('/hssp/stop', { ...cloudDevice, motion: 'ends' }),
  pause: definePutEndpoint('/hssp/pause', {
    motion: 'pauses',
    ...cloudDevice,
    address: 'connection-key',
    takesTimeout: false,
  }),
  resume: definePutEndpoint('/hssp/resume', {
    motion: 'starts',
    ...cloudDevice,
    address: 'connection-key',
    input: z.object({ pickUp: z._default(z.boolean(), false) }),
    takesTimeout: false,
  }),
  synctime: definePutEndpoint('/hssp/synctime', { motion: 'steers', ...cloudDevice, input: syncTimeInputSchema }),
};

/** One-line summaries of these calls, for the API document. */
export const hsspSummaries: CallSummaries<typeof hsspEndpoints> = {
  state: 'State of the script playback',
  setup: 'Load a script',
  play: 'Play the script from a moment of it',
  stop: 'Stop the script',
  pause: 'Pause the script',
  resume: 'Resume; with pickUp jump to where it would have been',
  synctime: "Correct the script's clock",
};
