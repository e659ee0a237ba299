import { DeviceMode, HspPlayState, type HspState } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { createRecordedStream } from '../../../device/session/vibration-stream.ts';
import { createBeatPlayer } from '../beat-player.ts';
import type { PlaybackSourceContent } from '../played-laps.ts';

const KEY = 'DemoHandy1';

interface Point {
  readonly t: number;
  readonly x: number;
}
interface Add {
  readonly points: readonly Point[];
  readonly flush: boolean;
  readonly tail_point_stream_index: number;
}

/** A beat player over the SDK's own stream, against a scripted device that buffers points, under fake time. */
export async function beatMachine(content: PlaybackSourceContent, seed = 1) {
  const time = createFakeTime();
  const cloud = createScriptedCloud(KEY);
  const { after, comeOnline, world } = scriptHandy(cloud, { time });
  // It is at the place where the beats of the tests begin.
  world.slider = { ...world.slider, position: 0.1, position_absolute: 14.7826 };
  const errors: unknown[] = [];
  const sleeps: number[] = [];
  const random = createRandom(seed);
  /** The points that the device has played or will play. */
  let held: Point[] = [];
  let startedMs = 0;
  let state: HspState = {
    ...{ play_state: HspPlayState.STOPPED, pause_on_starving: false, points: 0, max_points: 4_000, current_point: 0 },
    ...{ current_time: 0, loop: false, playback_rate: 1, first_point_time: 0, last_point_time: 0, stream_id: 0 },
    ...{ tail_point_stream_index: 0, tail_point_stream_index_threshold: 0 },
  };
  const change = (fields: Partial<HspState>) => {
    if (world.mode !== DeviceMode.HSP) cloud.stream.send('mode_changed', { mode: DeviceMode.HSP, mode_session_id: 2 });
    world.mode = DeviceMode.HSP;
    state = { ...state, ...fields };
    return state;
  };
  const streamNow = () => time.monotonic() - startedMs;
  /** Points played up to an instant stay; a flush removes later ones. */
  const take = ({ points, flush, tail_point_stream_index }: Add, fromMs: number) => {
    held = [...(flush ? held.filter(({ t }) => t < fromMs) : held), ...points.filter(({ t }) => !flush || t >= fromMs)];
    const first = flush ? { first_point_time: points[0]?.t ?? 0 } : {};
    const buffered = Math.min(state.max_points, (flush ? 0 : state.points) + points.length);
    change({ ...first, points: buffered, last_point_time: points.at(-1)?.t ?? 0, tail_point_stream_index });
  };
  const bodies: Readonly<Record<string, (body: unknown) => HspState>> = {
    'PUT /hsp/setup': (body) => change({ ...(body as { stream_id: number }), play_state: HspPlayState.STOPPED }),
    'PUT /hsp/add'(body) {
      take(body as Add, streamNow()); // Bodies come from our own client, which has checked them.
      return state;
    },
    'PUT /hsp/play'(body) {
      const { add, start_time } = body as { add?: Add; start_time: number };
      startedMs = time.monotonic() - start_time;
      if (add) take(add, start_time);
      return change({ play_state: HspPlayState.PLAYING, current_time: start_time });
    },
    'PUT /hsp/stop': () => change({ play_state: HspPlayState.STOPPED }),
    'GET /hsp/state': () => ({ ...state, current_time: streamNow() }),
  };
  for (const [line, answer] of Object.entries(bodies)) cloud.on(line, after(answer));

  const device = createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'application-1', fetch: cloud.fetch, time, random });
  const connected = device.connect(KEY);
  await time.run(10);
  comeOnline();
  await time.run(2_000);
  await connected;

  const player = createBeatPlayer({
    ...{ time, content, share: () => random.next(), onError: (error: unknown) => errors.push(error) },
    open: (points) =>
      createRecordedStream(device, false, {
        ...{ time, heartbeat: time.every, source: { points }, leadIn: false, leadMs: 10_000, joinSpeedMmS: 400 },
        onSlept: () => sleeps.push(time.monotonic()),
      }),
  });
  return {
    ...{ time, device, player, errors, sleeps, cloud },
    /** The points of the stream that the device played before an instant of it, each once. */
    playedUntil: (streamMs: number) => held.filter(({ t }) => t < streamMs),
    streamNow,
    isPlaying: () => state.play_state === HspPlayState.PLAYING,
  };
}
