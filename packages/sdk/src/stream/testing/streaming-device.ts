import { DeviceMode, HspPlayState, type HspState } from '@tactus/protocol';
import { hspState } from '../../testing/predicted-device.ts';
import { setUpDevice } from '../../testing/scripted-device.ts';
import { createPointStream } from '../point-stream.ts';
import type { PointStreamOptions } from '../point-stream-api.ts';

interface Add {
  readonly points: readonly { readonly t: number; readonly x: number }[];
  readonly tail_point_stream_index: number;
  readonly flush: boolean;
}

/** A scripted device whose player accepts points and reports its content, and a stream on it. */
export async function streamingDevice(options: Omit<PointStreamOptions, 'time'>) {
  const set = setUpDevice();
  const { cloud, after, time, device, world } = set;
  const player: { state: HspState } = { state: hspState({ stream_id: 0 }) };
  /** When the current playback began, monotonic ms. */
  let playedAtMs = 0;
  /** The current state of the player: at its end it starves. */
  function stateNow(): HspState {
    const { state } = player;
    if (state.play_state !== HspPlayState.PLAYING) return state;
    const current_time = Math.round(state.current_time + (time.monotonic() - playedAtMs) * state.playback_rate);
    const isOver = current_time >= state.last_point_time;
    return { ...state, current_time, ...(isOver && { play_state: HspPlayState.STARVING }) };
  }
  const change = (fields: Partial<HspState>) => {
    if (world.mode !== DeviceMode.HSP) cloud.stream.send('mode_changed', { mode: DeviceMode.HSP, mode_session_id: 2 });
    world.mode = DeviceMode.HSP;
    player.state = { ...player.state, ...fields };
    return player.state;
  };
  const take = ({ points, flush, tail_point_stream_index }: Add) =>
    change({
      points: (flush ? 0 : player.state.points) + points.length,
      first_point_time: flush || player.state.points === 0 ? (points[0]?.t ?? 0) : player.state.first_point_time,
      last_point_time: points.at(-1)?.t ?? player.state.last_point_time,
      tail_point_stream_index,
    });
  cloud.on(
    'PUT /hsp/setup',
    after((body) => change({ ...hspState(), play_state: HspPlayState.STOPPED, ...(body as { stream_id: number }) })),
  );
  cloud.on(
    'PUT /hsp/add',
    after((body) => take(body as Add)),
  );
  cloud.on(
    'PUT /hsp/play',
    after((body) => {
      const { add, start_time } = body as { add?: Add; start_time: number };
      if (add) take(add);
      playedAtMs = time.monotonic();
      return change({ play_state: HspPlayState.PLAYING, current_time: start_time });
    }),
  );
  for (const [call, play_state] of [
    ['pause', HspPlayState.PAUSED],
    ['stop', HspPlayState.STOPPED],
  ] as const)
    cloud.on(
      `PUT /hsp/${call}`,
      after(() => change({ play_state })),
    );
  cloud.on('GET /hsp/state', after(stateNow));
  await set.connectFully();
  const stream = createPointStream(device, { time, leadIn: false, ...options });
  return { ...set, player, stream, change, phase: () => stream.store.getState().phase };
}
