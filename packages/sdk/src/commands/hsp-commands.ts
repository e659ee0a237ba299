import type { HspPoint, HspState } from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';
import type { DeviceState } from '../state/device-state.ts';

/** How to play, in ms and by the wire's names: `start_time` of the stream happens at `server_time` of the cloud. */
export interface PlayOptions {
  /** Default 0. */
  readonly start_time?: number;
  /** Default: the cloud's time at the moment of sending. */
  readonly server_time?: number;
  readonly playback_rate?: number;
  readonly loop?: boolean;
}

/** Where the clock of a playback should be; `filter` 1 jumps there, the default 0.5 goes half of the way. */
export interface SyncTime {
  readonly current_time: number;
  /** Default: the cloud's time at the moment of sending. */
  readonly server_time?: number;
  readonly filter?: number;
}

/** What goes with points. */
export interface AddOptions {
  /** The running count of the stream with these points; default: what the player reports, and these on top. */
  readonly tail_point_stream_index?: number;
  /** Whether the points of before are forgotten; default no. */
  readonly flush?: boolean;
  readonly tail_point_threshold?: number;
}

/** The point player (api-v3.md 2.7). Everything resolves with its state. */
export interface HspCommands {
  /** A new stream, empty. `stream_id` 1..4294967295; default a random one. */
  setup(options?: { readonly stream_id?: number }): Promise<HspState>;
  /** Appends at most 100 points; `t` in ms, `x` 0..100 of the stroke, both rounded to integers. */
  add(points: readonly HspPoint[], options?: AddOptions): Promise<HspState>;
  /** Forgets the points. */
  flush(): Promise<HspState>;
  play(
    options?: PlayOptions & {
      readonly pause_on_starving?: boolean;
      /** Points that are added first. */
      readonly add?: AddOptions & { readonly points: readonly HspPoint[] };
    },
  ): Promise<HspState>;
  stop(): Promise<HspState>;
  pause(): Promise<HspState>;
  /** Goes on where it paused, or with `pickUp` where it would have been. */
  resume(options?: { readonly pickUp?: boolean }): Promise<HspState>;
  /** Has the device tell when it plays the point of this stream index. */
  setThreshold(threshold: { readonly tailPointThreshold: number }): Promise<HspState>;
  setLoop(loop: boolean): Promise<HspState>;
  setPlaybackRate(playbackRate: number): Promise<HspState>;
  /** Whether running out of points pauses the clock. */
  setPauseOnStarving(pauseOnStarving: boolean): Promise<HspState>;
  synctime(time: SyncTime): Promise<HspState>;
  readState(): Promise<HspState>;
}

/** The cloud's time now, in whole ms. */
export type ServerNow = () => number;

/** What may be asked of the point player. */
export function hspCommands(command: SendCommand, get: () => DeviceState, serverNow: ServerNow): HspCommands {
  const counted = (points: readonly HspPoint[], { flush = false, ...options }: AddOptions) => ({
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
