import * as z from 'zod/mini';
import {
  HSP_POINTS_PER_ADD_MAX,
  HSP_STREAM_ID_MAX,
  PLAYBACK_RATE_MAX,
  PLAYBACK_RATE_MIN,
  SYNC_FILTER_DEFAULT,
} from './api-limits.ts';
import { type CallSummaries, defineGetEndpoint, definePutEndpoint } from './endpoint.ts';
import { fractionSchema, signedStreamMsSchema, wholeMsSchema } from './scalars.ts';

/** The play states of the point player. */
export const HspPlayState = { NOT_INITIALIZED: 0, PLAYING: 1, STOPPED: 2, PAUSED: 3, STARVING: 4 } as const;
export type HspPlayState = (typeof HspPlayState)[keyof typeof HspPlayState];

/** The state of the point player. Times in ms of the stream; `current_point` is a 0-based buffer index. */
export const hspStateSchema = z.object({
  play_state: z.enum(HspPlayState),
  pause_on_starving: z._default(z.boolean(), false),
  points: z._default(z.int(), 0),
  max_points: z.int(),
  current_point: z.int(),
  current_time: wholeMsSchema,
  loop: z.boolean(),
  playback_rate: z.number(),
  first_point_time: wholeMsSchema,
  last_point_time: wholeMsSchema,
  stream_id: z.int(),
  tail_point_stream_index: z.int(),
  tail_point_stream_index_threshold: z.int(),
});
/** The state of the point player; times in ms of the stream. */
export type HspState = z.output<typeof hspStateSchema>;

/** Whether a player in this state plays: a starving player goes on as soon as it has points. */
export const isHspPlaying = ({ play_state }: Pick<HspState, 'play_state'>): boolean =>
  play_state === HspPlayState.PLAYING || play_state === HspPlayState.STARVING;

/** One point of a stream: at time `t` (ms) the slider is at `x` (0 bottom .. 100 top of the stroke). */
const hspPoint = z.object({ t: z.uint32(), x: z.int().check(z.gte(0), z.lte(100)) });
/** A point of a stream: at `t` ms the slider is at `x` percent of the stroke. */
export type HspPoint = z.output<typeof hspPoint>;

const threshold = z.uint32();
const rate = z.number().check(z.gt(0), z.gte(PLAYBACK_RATE_MIN), z.lte(PLAYBACK_RATE_MAX));

/** Points to append. `tail_point_stream_index` is the running count of the stream; some clients leave it out. */
export const hspAddInputSchema = z.object({
  points: z.array(hspPoint).check(z.maxLength(HSP_POINTS_PER_ADD_MAX)),
  tail_point_stream_index: z.optional(z.uint32()),
  flush: z._default(z.boolean(), false),
  tail_point_threshold: z.optional(threshold),
});

/** Where the player's clock should be; `filter` 1 jumps there, less moves part of the way. */
export const syncTimeInputSchema = z.object({
  current_time: signedStreamMsSchema,
  server_time: wholeMsSchema,
  filter: z._default(fractionSchema, SYNC_FILTER_DEFAULT),
});

/** Playback of a point player: `start_time` (ms of the stream) happens at `server_time` (ms since the epoch). */
export const playInputFieldSchemas = {
  start_time: signedStreamMsSchema,
  server_time: z.optional(wholeMsSchema),
  playback_rate: z._default(rate, 1),
  loop: z._default(z.boolean(), false),
};

/** The calls of the point player. */
export const hspEndpoints = {
  setup: definePutEndpoint('/hsp/setup', {
    motion: 'prepares',
    address: 'device-reference',
    input: z.object({ stream_id: z.optional(z.int().check(z.gte(0), z.lte(HSP_STREAM_ID_MAX))) }),
    result: hspStateSchema,
  }),
  flush: definePutEndpoint('/hsp/flush', { motion: 'steers', result: hspStateSchema }),
  add: definePutEndpoint('/hsp/add', { motion: 'steers', input: hspAddInputSchema, result: hspStateSchema }),
  play: definePutEndpoint('/hsp/play', {
    motion: 'starts',
    input: z.object({
      ...playInputFieldSchemas,
      pause_on_starving: z._default(z.boolean(), false),
      add: z.optional(hspAddInputSchema),
    }),
    result: hspStateSchema,
  }),
  stop: definePutEndpoint('/hsp/stop', { motion: 'ends', result: hspStateSchema }),
  pause: definePutEndpoint('/hsp/pause', { motion: 'pauses', result: hspStateSchema, takesTimeout: false }),
  resume: definePutEndpoint('/hsp/resume', {
    motion: 'starts',
    input: z.object({ pick_up: z._default(z.boolean(), false) }),
    result: hspStateSchema,
    takesTimeout: false,
  }),
  state: defineGetEndpoint('/hsp/state', { result: hspStateSchema }),
  threshold: definePutEndpoint('/hsp/threshold', {
    motion: 'steers',
    input: z.object({ tail_point_threshold: threshold }),
    result: hspStateSchema,
  }),
  pauseOnStarving: definePutEndpoint('/hsp/pause/onstarving', {
    motion: 'steers',
    input: z.object({ pause_on_starving: z.boolean() }),
    result: hspStateSchema,
    sinceFirmware: '4.0.13',
  }),
  synctime: definePutEndpoint('/hsp/synctime', {
    motion: 'steers',
    input: syncTimeInputSchema,
    result: hspStateSchema,
  }),
  loop: definePutEndpoint('/hsp/loop', {
    motion: 'steers',
    input: z.object({ loop: z.boolean() }),
    result: hspStateSchema,
    sinceFirmware: '4.1.1',
  }),
  playbackrate: definePutEndpoint('/hsp/playbackrate', {
    motion: 'steers',
    input: z.object({ playback_rate: rate }),
    result: hspStateSchema,
    sinceFirmware: '4.1.1',
  }),
};

/** Events of the point player. */
export const hspEvents = {
  hsp_state_changed: hspStateSchema,
  hsp_threshold_reached: hspStateSchema,
  hsp_starving: hspStateSchema,
  hsp_paused_on_starving: hspStateSchema,
  hsp_resumed_on_not_starving: hspStateSchema,
  hsp_looping: hspStateSchema,
  stream_end_reached: hspStateSchema,
};

/** One-line summaries of these calls, for the API document. */
export const hspSummaries: CallSummaries<typeof hspEndpoints> = {
  setup: 'Start a new stream; forgets the points and the state of the one before',
  flush: 'Forget the buffered points',
  add: 'Append up to 100 points',
  play: 'Play the buffered points; `add` is executed first',
  stop: 'Stop playing',
  pause: 'Pause, keeping the position',
  resume: 'Resume; with pick_up jump to where it would have been',
  state: 'State of the point player',
  threshold: 'Report when the point with this stream index is played',
  pauseOnStarving: 'Whether running out of points pauses the clock',
  synctime: "Correct the player's clock",
  loop: 'Whether playback starts again at the end of the buffer',
  playbackrate: 'Speed of the clock of the stream',
};
