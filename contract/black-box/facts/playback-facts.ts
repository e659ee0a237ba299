/** Scripts and streams that the cloud plays to a device. Without `notify` no event of the player is sent. */
import { errorKinds } from '@tactus/protocol';
import type { Model } from '../../driven-cloud/models.ts';
import type { BadCase, Before, Facts, Given } from './call-facts.ts';
import { now, openStream, uploadedScript } from './preparations.ts';

const MODE = ['mode_changed', { mode: 4 }] as const;
const atNow: Given = async (box) => ({ start_time: 0, server_time: now(box) });
const sync: Given = async (box) => ({ current_time: 100_000, server_time: now(box), filter: 1 });
const SCRIPT_SET: Before = ['hssp.setup', uploadedScript];
const SCRIPT_PLAYS: readonly Before[] = [SCRIPT_SET, ['hssp.play', atNow]];
const STREAM_SET: Before = ['stream.setup', openStream];
const STREAM_PLAYS: readonly Before[] = [STREAM_SET, ['stream.play', atNow]];
const primed = ({ maxPoints }: Model) => ({
  play_state: 2,
  points: 3,
  max_points: maxPoints,
  last_point_time: 600_000,
});

const actions = [
  { at: 0, pos: 10 },
  { at: 600_000, pos: 90 },
];
/** The vendor's cloud accepts a URL alone. */
const onlyOurs: readonly BadCase[] = [
  { input: { csv: '0,10\n100,20\n' }, profile: 'vendor' },
  { input: { actions }, profile: 'vendor' },
];

export const playbackFacts: Facts = {
  'hssp.state': {
    needs: 'slider',
    good: [
      { title: 'before any setup', result: { play_state: 0, points: 0 } },
      { title: 'during playback', before: SCRIPT_PLAYS, result: { play_state: 1, points: 3 } },
    ],
  },
  'hssp.setup': {
    needs: 'slider',
    good: [
      { title: 'by URL', input: uploadedScript, result: primed, events: [MODE] },
      {
        title: 'by URL, with its events',
        input: async (box) => ({ ...(await uploadedScript(box)), notify: true }),
        result: primed,
        events: [MODE],
      },
      {
        title: 'by CSV text',
        profile: 'tactus',
        input: { csv: '0,10\n300000,90\n600000,10\n' },
        result: primed,
        events: [MODE],
      },
      { title: 'by actions', profile: 'tactus', input: { actions }, result: { points: 2 }, events: [MODE] },
    ],
    bad: onlyOurs,
  },
  'hssp.play': {
    needs: 'slider',
    good: [
      { title: 'from the beginning', before: [SCRIPT_SET], input: atNow, result: { play_state: 1, points: 3 } },
      {
        title: 'in a loop at a rate',
        before: [SCRIPT_SET],
        input: async (box) => ({ start_time: 1_000, server_time: now(box), playback_rate: 2, loop: true }),
        result: { play_state: 1, playback_rate: 2, loop: true },
      },
      { title: 'without a setup', input: atNow, refused: errorKinds.scriptNotSet },
    ],
  },
  'hssp.stop': {
    needs: 'slider',
    good: [{ title: 'during playback', before: SCRIPT_PLAYS, result: { play_state: 2 } }],
  },
  'hssp.pause': {
    needs: 'slider',
    good: [{ title: 'during playback', before: SCRIPT_PLAYS, result: { play_state: 3 } }],
  },
  'hssp.resume': {
    needs: 'slider',
    good: [
      { title: 'at the paused position', before: [...SCRIPT_PLAYS, ['hssp.pause']], result: { play_state: 1 } },
      {
        title: 'at the position without the pause',
        before: [...SCRIPT_PLAYS, ['hssp.pause']],
        input: { pickUp: true },
        result: { play_state: 1 },
      },
      {
        title: 'at the position without the pause, in snake_case',
        before: [...SCRIPT_PLAYS, ['hssp.pause']],
        input: { pick_up: true },
        result: { play_state: 1 },
      },
    ],
  },
  'hssp.synctime': {
    needs: 'slider',
    good: [{ title: 'by the whole difference', before: SCRIPT_PLAYS, input: sync, result: { play_state: 1 } }],
  },
  'stream.setup': {
    needs: 'slider',
    good: [
      { title: 'by its reference', profile: 'tactus', input: openStream, result: primed, events: [MODE] },
      {
        title: 'of an unknown stream',
        needs: 'nothing',
        input: { stream_ref: '01J00000000000000000000000' },
        refused: errorKinds.streamNotFound,
      },
    ],
  },
  'stream.play': {
    needs: 'slider',
    good: [
      {
        title: 'from the beginning',
        profile: 'tactus',
        before: [STREAM_SET],
        input: atNow,
        result: { play_state: 1, points: 3 },
      },
      { title: 'without a setup', input: atNow, refused: errorKinds.scriptNotSet },
    ],
  },
  'stream.stop': {
    needs: 'slider',
    good: [
      { title: 'during playback', profile: 'tactus', before: STREAM_PLAYS, result: { play_state: 2 } },
      { title: 'without playback', result: { play_state: 2 }, events: [MODE] },
    ],
  },
  'stream.state': {
    needs: 'slider',
    good: [
      { title: 'before any setup', result: { play_state: 0, points: 0 } },
      { title: 'during playback', profile: 'tactus', before: STREAM_PLAYS, result: { play_state: 1, points: 3 } },
    ],
  },
  'stream.synctime': {
    needs: 'slider',
    good: [
      { title: 'all the way', profile: 'tactus', before: STREAM_PLAYS, input: sync, result: { play_state: 1 } },
      { title: 'without playback', input: sync, result: { play_state: 2 }, events: [MODE] },
    ],
  },
};
