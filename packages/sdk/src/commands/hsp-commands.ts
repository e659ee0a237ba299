import type { HspPoint, HspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import type { DeviceState } from '../state/device-state.ts';

/** How to play, in ms and by the wire's names: `start_time` of the stream is at `server_time` of the cloud. */
export interface PlayOptions {
  /** Default 0. */
  readonly start_time?: number;
  /** Default: the cloud's time when the call is sent. */
  readonly server_time?: number;
  readonly playback_rate?: number;
  readonly loop?: boolean;
}

/** Where the clock of a playback should be; `filter` 1 jumps there, the default 0.5 goes half of the way. */
export interface PlaybackClockTarget {
  readonly current_time: number;
  /** Default: the cloud's time when the call is sent. */
  readonly server_time?: number;
  readonly filter?: number;
}

/** Options of adding points. */
export interface AddPointsOptions {
  /** The running count of the stream with these points; default: the player's reported count plus these. */
  readonly tail_point_stream_index?: number;
  /** Whether the earlier points are dropped; default no. */
  readonly flush?: boolean;
  readonly tail_point_threshold?: number;
}

/** The commands of the point player. Each resolves with the player's state. */
export interface HspCommands {
  /** A new stream, empty. `stream_id` 1..4294967295; default a random one. */
  setup(options?: { readonly stream_id?: number }): Promise<HspState>;
  /** Appends at most 100 points; `t` in ms, `x` 0..100 of the stroke, both rounded to integers. */
  add(points: readonly HspPoint[], options?: AddPointsOptions): Promise<HspState>;
  /** Drops the points. */
  flush(): Promise<HspState>;
  play(
    options?: PlayOptions & {
      readonly pause_on_starving?: boolean;
      /** Points that are added first. */
      readonly add?: AddPointsOptions & { readonly points: readonly HspPoint[] };
    },
  ): Promise<HspState>;
  stop(): Promise<HspState>;
  pause(): Promise<HspState>;
  /** Resumes at the paused time, or with `pickUp` at the time without the pause. */
  resume(options?: { readonly pickUp?: boolean }): Promise<HspState>;
  /** Makes the device report when it plays the point with this stream index. */
  setThreshold(threshold: { readonly tailPointThreshold: number }): Promise<HspState>;
  setLoop(loop: boolean): Promise<HspState>;
  setPlaybackRate(playbackRate: number): Promise<HspState>;
  /** Whether running out of points pauses the clock. */
  setPauseOnStarving(pauseOnStarving: boolean): Promise<HspState>;
  synctime(time: PlaybackClockTarget): Promise<HspState>;
  readState(): Promise<HspState>;
}

/** The cloud's time now, in whole ms. */
export type ServerNow = () => number;

/** The commands of the point player; `serverNow` is the cloud's time. */
export function createHspCommands(command: SendCommand, get: () => DeviceState, serverNow: ServerNow): HspCommands {
  const counted = (points: readonly HspPoint[], { flush = false, ...options }: AddPointsOptions) => ({
    points: [...points],
    flush,
    tail_point_stream_index: (flush ? 0 : get().hsp.tail_point_stream_index) + points.length,
    ...options,
  });
  return {
    setup: (options = {}) => command('hsp.setup', options),
    add: (points, options = {}) => command('hsp.add', counted(points, options)),
    flush: () => command('hsp.flush', {}),
    play: ({ start_time = 0, server_time = serverNow(), add, ...options } = {}) =>
      command('hsp.play', { start_time, server_time, ...options, ...(add && { add: counted(add.points, add) }) }),
    stop: () => command('hsp.stop', {}),
    pause: () => command('hsp.pause', {}),
    resume: ({ pickUp = false } = {}) => command('hsp.resume', { pick_up: pickUp }),
    setThreshold: ({ tailPointThreshold }) => command('hsp.threshold', { tailPointThreshold }),
    setLoop: (loop) => command('hsp.loop', { loop }),
    setPlaybackRate: (playback_rate) => command('hsp.playbackrate', { playback_rate }),
    setPauseOnStarving: (pause_on_starving) => command('hsp.pauseOnStarving', { pause_on_starving }),
    synctime: ({ server_time = serverNow(), ...time }) => command('hsp.synctime', { ...time, server_time }),
    readState: () => command('hsp.state', {}),
  };
}
