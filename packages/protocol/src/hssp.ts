import * as z from 'zod/mini';
import { type CallSummaries, getEndpoint, putEndpoint } from './endpoint.ts';
import { hspState, playInputFields, syncTimeInput } from './hsp.ts';
import { wholeMs } from './scalars.ts';

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

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspState } as const;

/**
 * Script playback: the cloud fetches the script and streams it to the device as points. Our cloud also accepts inline
 * `csv` and `actions`; clients send these only to a cloud whose `features` list them.
 */
export const hsspEndpoints = {
  state: getEndpoint('/hssp/state', cloudDevice),
  setup: putEndpoint('/hssp/setup', { motion: 'prepares', ...cloudDevice, input: source }),
  play: putEndpoint('/hssp/play', {
    motion: 'starts',
    ...cloudDevice,
    input: z.object({ ...playInputFields, server_time: wholeMs }),
  }),
  stop: putEndpoint('/hssp/stop', { ...cloudDevice, motion: 'ends' }),
  pause: putEndpoint('/hssp/pause', {
    motion: 'pauses',
    ...cloudDevice,
    address: 'connection-key',
    takesTimeout: false,
  }),
  resume: putEndpoint('/hssp/resume', {
    motion: 'starts',
    ...cloudDevice,
    address: 'connection-key',
    input: z.object({ pickUp: z._default(z.boolean(), false) }),
    takesTimeout: false,
  }),
  synctime: putEndpoint('/hssp/synctime', { motion: 'steers', ...cloudDevice, input: syncTimeInput }),
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
