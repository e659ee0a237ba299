/** The point player. The answer to a call reports its change; no event does (docs/device-api.md#53-which-events-there-are). */
import type { Model } from '../../driven-cloud/models.ts';
import type { Before, Facts } from './call-facts.ts';
import { now } from './preparations.ts';

/** Points for longer than a test runs. */
const LONG = [
  { t: 0, x: 10 },
  { t: 300_000, x: 90 },
  { t: 600_000, x: 10 },
];
const SHORT = [
  { t: 0, x: 10 },
  { t: 400, x: 90 },
  { t: 800, x: 10 },
];
const MODE = ['mode_changed', { mode: 4 }] as const;
const SETUP: Before = ['hsp.setup', { stream_id: 42 }];
const FILLED: readonly Before[] = [SETUP, ['hsp.add', { points: LONG, tail_point_stream_index: 3 }]];
const SHORT_FILLED: readonly Before[] = [SETUP, ['hsp.add', { points: SHORT, tail_point_stream_index: 3 }]];
const PLAYING: readonly Before[] = [...FILLED, ['hsp.play', { start_time: 0 }]];
const added = { points: 3, first_point_time: 0, last_point_time: 800, tail_point_stream_index: 3, play_state: 2 };
const played = { play_state: 1, current_point: -1, stream_id: 42, points: 3 };
const points = (count: number) => Array.from({ length: count }, (_, index) => ({ t: index * 50, x: index % 100 }));

export const hspFacts: Facts = {
  'hsp.setup': {
    needs: 'slider',
    good: [
      {
        title: 'with an id',
        input: { stream_id: 42 },
        result: ({ maxPoints }: Model) => ({ play_state: 2, stream_id: 42, points: 0, max_points: maxPoints }),
        events: [MODE],
      },
      { title: 'with the id in camelCase', input: { streamId: 43 }, result: { stream_id: 43 }, events: [MODE] },
      { title: 'without one', result: { play_state: 2, points: 0 }, events: [MODE] },
      { title: 'of another stream while one plays', before: PLAYING, result: { play_state: 2, points: 0 } },
    ],
  },
  'hsp.flush': {
    needs: 'slider',
    good: [{ title: 'of what was added', before: FILLED, result: { points: 0, stream_id: 42 } }],
  },
  'hsp.add': {
    needs: 'slider',
    good: [
      { title: 'three points', before: [SETUP], input: { points: SHORT, tail_point_stream_index: 3 }, result: added },
      { title: 'in camelCase', before: [SETUP], input: { points: SHORT, tailPointStreamIndex: 3 }, result: added },
      { title: 'without an index', before: [SETUP], input: { points: SHORT }, result: added },
      { title: 'before any setup', input: { points: SHORT }, result: { points: 3, stream_id: 0 }, events: [MODE] },
      {
        title: 'a hundred in place of those before, with a threshold',
        before: FILLED,
        input: { points: points(100), flush: true, tail_point_stream_index: 103, tail_point_threshold: 50 },
        result: { points: 100, tail_point_stream_index: 103, tail_point_stream_index_threshold: 50 },
      },
    ],
  },
  'hsp.play': {
    needs: 'slider',
    good: [
      {
        title: 'to the end of the points',
        before: SHORT_FILLED,
        input: { start_time: 0 },
        result: played,
        later: [['hsp_starving', { play_state: 4, stream_id: 42 }]],
      },
      {
        title: 'to the end, pausing there',
        before: SHORT_FILLED,
        input: { start_time: 0, pause_on_starving: true },
        result: { ...played, pause_on_starving: true },
        later: [['hsp_paused_on_starving', { play_state: 4 }]],
      },
      {
        title: 'in a loop',
        before: SHORT_FILLED,
        input: { start_time: 0, loop: true },
        result: { ...played, loop: true },
        later: [['hsp_looping', { play_state: 1 }], ['hsp_looping']],
      },
      {
        title: 'with points of its own and a threshold',
        before: [SETUP],
        input: { start_time: 0, add: { points: SHORT, tail_point_stream_index: 3, tail_point_threshold: 2 } },
        result: { ...played, tail_point_stream_index_threshold: 2 },
        later: [['hsp_threshold_reached', { play_state: 1 }], ['hsp_starving']],
      },
      {
        title: 'at a rate and a moment of the server, in camelCase',
        before: FILLED,
        input: async (box) => ({ startTime: 1_000, serverTime: now(box), playbackRate: 2 }),
        result: { ...played, playback_rate: 2 },
      },
    ],
  },
  'hsp.stop': {
    needs: 'slider',
    good: [{ title: 'during playback', before: PLAYING, result: { play_state: 2, points: 3 } }],
  },
  'hsp.pause': {
    needs: 'slider',
    good: [{ title: 'during playback', before: PLAYING, result: { play_state: 3 } }],
  },
  'hsp.resume': {
    needs: 'slider',
    good: [
      { title: 'at the paused position', before: [...PLAYING, ['hsp.pause']], result: { play_state: 1 } },
      {
        title: 'at the position without the pause',
        before: [...PLAYING, ['hsp.pause']],
        input: { pick_up: true },
        result: { play_state: 1 },
      },
    ],
  },
  'hsp.state': {
    needs: 'slider',
    good: [
      { title: 'before any setup', result: { play_state: 0, points: 0, stream_id: 0 } },
      { title: 'during playback', before: PLAYING, result: { play_state: 1, points: 3, stream_id: 42 } },
    ],
  },
  'hsp.threshold': {
    needs: 'slider',
    good: [
      {
        title: 'under its name',
        before: FILLED,
        input: { tail_point_threshold: 2 },
        result: { tail_point_stream_index_threshold: 2 },
      },
      {
        title: 'under the name of the specification',
        before: FILLED,
        input: { tailPointThreshold: 1 },
        result: { tail_point_stream_index_threshold: 1 },
      },
    ],
  },
  'hsp.pauseOnStarving': {
    needs: 'slider',
    good: [
      {
        title: 'on',
        before: FILLED,
        input: { pause_on_starving: true },
        result: { pause_on_starving: true },
      },
    ],
  },
  'hsp.synctime': {
    needs: 'slider',
    good: [
      {
        title: 'by the whole difference',
        before: PLAYING,
        input: async (box) => ({ current_time: 100_000, server_time: now(box), filter: 1 }),
        result: { play_state: 1, current_point: 0 },
      },
      {
        title: 'without a filter',
        before: PLAYING,
        input: async (box) => ({ currentTime: 100_000, serverTime: now(box) }),
        result: { play_state: 1 },
      },
    ],
  },
  'hsp.loop': {
    needs: 'slider',
    good: [{ title: 'on', before: PLAYING, input: { loop: true }, result: { loop: true, play_state: 1 } }],
  },
  'hsp.playbackrate': {
    needs: 'slider',
    good: [{ title: 'twice', before: PLAYING, input: { playback_rate: 2 }, result: { playback_rate: 2 } }],
  },
};
