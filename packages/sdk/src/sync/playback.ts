import { syncStepMs } from '@tactus/motion';
import { HspPlayState, type HspState, isHspPlaying } from '@tactus/protocol';
import type { Device } from '../device-api.ts';

/** A time of a script at a time of the cloud's clock; both in whole ms. */
export interface ScriptMoment {
  readonly scriptMs: number;
  readonly atServerMs: number;
  /** How far the script of a playing device is estimated to be from there, ms; left out where that is not known. */
  readonly byMs?: number | undefined;
}

/** The start of a playback. */
export interface PlaybackStart extends ScriptMoment {
  readonly rate: number;
  readonly loop: boolean;
}

/**
 * Plays a script on the device for the synchronisation. Every method resolves with whether the device plays after it,
 * and rejects with `DeviceError`.
 */
export interface SyncPlayback {
  /** Plays from a moment on; during playback, continues there, at that rate. */
  play(start: PlaybackStart): Promise<boolean>;
  stop(): Promise<boolean>;
  /**
   * Sends nothing more until the next play; for a playback that sends in parts, which is also halted while the device is
   * away. The device gets no command.
   */
  halt?(): void;
  /** Corrects the playback's clock; `filter` 1 jumps there, less goes part of the way; left out, the default 0.5. */
  syncTime(moment: ScriptMoment & { readonly filter?: number }): Promise<boolean>;
  /** How far a correction of the clock moves the device at most, ms of the script; left out: any distance. */
  stepMs?(): number;
  /** Whether the script came to its end, for a device that was found at rest; left out: never detected this way. */
  isOver?(): boolean;
  /** Whether the player rests by itself for a moment and goes on then; left out: never. */
  isResting?(): boolean;
  /** Whether a report of the point player is about this script; left out: always. */
  isOurs?(state: Pick<HspState, 'stream_id'>): boolean;
}

/** A script that was set up with `hssp.setup` (with `notify`, or no event reports that the device was stopped). */
export function hsspPlayback(device: PlayedDevice<'hssp'>): SyncPlayback {
  return { ...playbackOf(device.hssp), stepMs: () => stepMsOf(device) };
}

/** Points that the device's player holds already; a caller that refills it passes its own playback. */
export function hspPlayback(device: PlayedDevice<'hsp'>): SyncPlayback {
  return { ...playbackOf(device.hsp), stepMs: () => stepMsOf(device) };
}

/** The part of a device that plays; without limits nothing is limited. */
type PlayedDevice<K extends 'hsp' | 'hssp'> = Pick<Device, K> & {
  readonly limits?: Pick<Device['limits'], 'current'>;
};

const stepMsOf = ({ limits }: { readonly limits?: Pick<Device['limits'], 'current'> }): number =>
  limits ? syncStepMs(limits.current()) : Infinity;

/**
 * Whether a player has nothing left to play: it stopped with its last point played. Its time alone does not show that:
 * it is without the user's time offset, and with an offset of 300 ms the last point is played at 300 ms before its time.
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
