import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';
import { hspState, playOptions, syncTime } from './hsp.ts';
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
      ({ url, csv, actions }) => [url, csv, actions].filter((given) => given !== undefined).length === 1,
      'Give one of url, csv or actions',
    ),
  );

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspState } as const;

/**
 * Script playback (api-v3.md 2.6): the cloud fetches the script and streams it to the device as points.
 * Inline `csv` and `actions` are taken by our cloud (decisions.md 18).
 */
export const hsspEndpoints = {
  state: get('/hssp/state', { ...cloudDevice, summary: 'State of the script playback' }),
  setup: put('/hssp/setup', { ...cloudDevice, summary: 'Load a script', input: source }),
  play: put('/hssp/play', {
    ...cloudDevice,
    summary: 'Play the script from a moment of it',
    input: z.object({ ...playOptions, server_time: wholeMs }),
  }),
  stop: put('/hssp/stop', { ...cloudDevice, summary: 'Stop the script', endsMotion: true }),
  pause: put('/hssp/pause', {
    ...cloudDevice,
    address: 'connection-key',
    summary: 'Pause the script',
    takesTimeout: false,
  }),
  resume: put('/hssp/resume', {
    ...cloudDevice,
    address: 'connection-key',
    summary: 'Resume; with pickUp jump to where it would have been',
    input: z.object({ pickUp: z._default(z.boolean(), false) }),
    takesTimeout: false,
  }),
  synctime: put('/hssp/synctime', { ...cloudDevice, summary: "Correct the script's clock", input: syncTime }),
};
