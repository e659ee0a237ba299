import { HspPlayState, type HspState, isHspPlaying } from '@tactus/protocol';
import type { Device } from '../device-api.ts';

/** A moment of a script that happens at a moment of the cloud's clock; both in whole ms. */
export interface ScriptMoment {
  readonly scriptMs: number;
  readonly atServerMs: number;
}

/** How a playback starts. */
export interface PlaybackStart extends ScriptMoment {
  readonly rate: number;
  readonly loop: boolean;
}

/**
 * What carries a script out on the device, as the synchronisation drives it. Everything resolves with whether the device
 * plays after it, and rejects with `DeviceError`.
 */
export interface SyncPlayback {
  /** Plays from a moment on; while it plays, goes on from there, at that rate. */
  play(start: PlaybackStart): Promise<boolean>;
  stop(): Promise<boolean>;
  /** Sends nothing more by itself, until the next play; for one that tells the device piece by piece. The device is not told. */
  halt?(): void;
  /** Corrects the clock of what plays; `filter` 1 jumps there, less goes part of the way; left out, the default 0.5. */
  syncTime(moment: ScriptMoment & { readonly filter?: number }): Promise<boolean>;
  /** Whether the script came to its end, where the device was found to stand; left out: that is never found this way. */
  isOver?(): boolean;
  /** Whether what the point player tells is about this script; left out: it always is. */
  isOurs?(state: Pick<HspState, 'stream_id'>): boolean;
}

/** A script that was set up with `hssp.setup` (with `notify`, or nobody hears that the device was stopped). */
export function hsspPlayback(device: Pick<Device, 'hssp'>): SyncPlayback {
  return playbackOf(device.hssp);
}

/** Points that the device's player holds already; whoever refills it brings a playback of its own. */
export function hspPlayback(device: Pick<Device, 'hsp'>): SyncPlayback {
  return playbackOf(device.hsp);
}

/**
 * Whether a player has nothing left to play: it stopped with its last point played. Its time alone does not say so: the
 * person's time offset is taken out of it, and with an offset of 300 ms the last point is played at 300 ms before its time.
 */
export const hasPlayedAll = ({ play_state, points, current_point, current_time, last_point_time }: HspState): boolean =>
  play_state === HspPlayState.STOPPED && points > 0 && (current_point >= points - 1 || current_time >= last_point_time);

function playbackOf(player: Pick<Device['hssp'], 'play' | 'stop' | 'synctime'>): SyncPlayback {
  let last: HspState | undefined;
  function plays(state: HspState): boolean {
    last = state;
    return isHspPlaying(state);
  }
  return {
    isOver: () => last !== undefined && hasPlayedAll(last),
    play: async ({ scriptMs, atServerMs, rate, loop }) =>
      plays(await player.play({ start_time: scriptMs, server_time: atServerMs, playback_rate: rate, loop })),
    stop: async () => plays(await player.stop()),
    syncTime: async ({ scriptMs, atServerMs, filter }) =>
      plays(
        await player.synctime({
          current_time: scriptMs,
          server_time: atServerMs,
          ...(filter !== undefined && { filter }),
        }),
      ),
  };
}
