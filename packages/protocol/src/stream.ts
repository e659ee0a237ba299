import * as z from 'zod/mini';
import { get, put } from './endpoint.ts';
import { hspState, playOptions, syncTime } from './hsp.ts';
import { wholeMs } from './scalars.ts';

const cloudDevice = { answeredBy: 'cloud', address: 'device-reference', result: hspState } as const;

/** Streams that are kept in the cloud and played from there (api-v3.md 2.11). */
export const streamEndpoints = {
  setup: put('/stream/setup', {
    ...cloudDevice,
    summary: 'Choose the stream to play',
    input: z.object({ stream_ref: z.string().check(z.minLength(1)), notify: z._default(z.boolean(), false) }),
  }),
  play: put('/stream/play', {
    ...cloudDevice,
    summary: 'Play the stream',
    input: z.object({ ...playOptions, server_time: wholeMs, pause_on_starving: z._default(z.boolean(), false) }),
  }),
  stop: put('/stream/stop', { ...cloudDevice, summary: 'Stop the stream', endsMotion: true }),
  state: get('/stream/state', { ...cloudDevice, summary: 'State of the stream playback' }),
  synctime: put('/stream/synctime', { ...cloudDevice, summary: "Correct the stream's clock", input: syncTime }),
};
