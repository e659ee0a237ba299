import type { HspState } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { Device } from '../device-api.ts';
import { toMediaError } from '../errors.ts';
import { applyButtonToMedia } from './buttons.ts';
import type { SyncDriverParts } from './driver.ts';
import type { MediaPort } from './media-port.ts';
import { hsspPlayback, type SyncPlayback } from './playback.ts';
import { syncDeviceBySchedule } from './sync-device-by-schedule.ts';
import { syncDeviceToFrames } from './sync-device-to-frames.ts';
import { createSyncStateWriter, type SyncPauseCause, type VideoSyncState, type VideoSyncStore } from './sync-state.ts';
import { type SyncDeviceWatch, watchSyncDevice } from './watch-device.ts';

/** A medium this far before the end of the script has gone back since the device reached the end. */
const END_LATE_MS = 1_000;

/** The part of a device that video sync uses. */
export type SyncDevice = Pick<Device, 'store' | 'on' | 'hssp'> & {
  readonly clock: Pick<Device['clock'], 'serverNow' | 'error'>;
};

/** The options of video sync. */
export interface VideoSyncOptions {
  /** It has a script already (`hssp.setup` with `notify`), unless `playback` plays something else. */
  readonly device: SyncDevice;
  readonly media: MediaPort;
  readonly time: Time;
  /** Plays the script; left out: the script of `hssp`. */
  readonly playback?: SyncPlayback | undefined;
  /** `compatible` is the specification's schedule; left out: `frame-locked`, which measures better. */
  readonly mode?: VideoSyncState['mode'] | undefined;
  /** "Device pauses, video goes on"; left out: the video is paused with the device. */
  readonly videoGoesOn?: boolean | undefined;
  /** Called with texts that are only logged, such as presses of the Wi-Fi button. */
  readonly onLog?: ((text: string) => void) | undefined;
  /** Called when the stop at the end failed: the caller has to stop the device for good (`device.stop()`). */
  readonly onUnstopped?: (() => void) | undefined;
}

/** A device that follows a medium. */
export interface VideoSync {
  /** The state and quality of the synchronisation; read and subscribe. */
  readonly store: VideoSyncStore;
  /** Makes a stopped device follow a medium again that went on without it. Only for a user's request. */
  join(): void;
  /** Changes what a stop at the device does to the video, from then on. */
  setVideoGoesOn(videoGoesOn: boolean): void;
  /** Ends it and stops the device if it may move by it. The medium is left as it is. */
  close(): void;
}

/**
 * Makes a device follow a medium: play, pause, seek, rate, stall and end move the device; the device's stop, its buttons
 * and a new session of it move the medium. Neither starts by itself. Sends nothing while the medium rests.
 */
export function startVideoSync(options: VideoSyncOptions): VideoSync {
  const { device, media, time, mode = 'frame-locked', playback = hsspPlayback(device) } = options;
  const { onUnstopped = () => undefined } = options;
  const board = createSyncStateWriter(mode);
  let videoGoesOn = options.videoGoesOn ?? false;
  let watch: SyncDeviceWatch | undefined;

  const parts: SyncDriverParts = {
    ...{ media, playback, time, board },
    serverNow: device.clock.serverNow,
    clockJitterMs: () => device.clock.error()?.jitterMs ?? 0,
    canSend: () => device.store.getState().connected && watch?.isUndecided() !== true,
    onSilentStop: () => (isOver() ? driver.letGo('script-over') : stopped('device-stopped')),
  };
  const driver = mode === 'compatible' ? syncDeviceBySchedule(parts) : syncDeviceToFrames(parts);

  function stopped(why: SyncPauseCause): void {
    if (media.isPaused()) {
      // A device that restarts reports first that it stopped.
      if (why === 'new-session' && board.get().pausedBy !== undefined) board.patch({ pausedBy: why });
      return;
    }
    driver.letGo('device-out', why === 'device-back');
    // A new session is different: nothing stopped the device, it lost the script.
    if (videoGoesOn && why !== 'new-session') return;
    // Paused before the report: a listener may stop the device, which is no other reason.
    media.pause();
    board.patch({ pausedBy: why });
  }

  const isOver = () => playback.isOver?.() ?? false;
  const isOurs = (hsp: HspState) => playback.isOurs?.(hsp) ?? true;
  watch = watchSyncDevice(
    device,
    { isExpected: () => driver.expectsMotion() && playback.isResting?.() !== true, isOurs, isOver },
    {
      onStopped: stopped,
      onScriptOver(lastMs) {
        if (!driver.wantsMotion()) return;
        // A late report of the end is about the lap before, and the medium has begun the next.
        if (media.timeMs() < lastMs - END_LATE_MS) driver.confirm();
        else driver.letGo('script-over');
      },
      onAway() {
        playback.halt?.();
        board.patch({ phase: 'device-away' });
      },
      onBack() {
        if (driver.wantsMotion() && !driver.expectsMotion()) stopped('device-back');
        else driver.confirm();
      },
    },
  );
  const stopButtons = device.on('button_event', (press) =>
    applyButtonToMedia(press, media, { resume, log: options.onLog ?? (() => undefined) }),
  );

  function resume(): void {
    if (board.get().phase === 'device-out') driver.join();
    if (!media.isPaused()) return;
    media.play().catch((thrown: unknown) => board.patch({ problem: toMediaError(thrown) }));
  }

  return {
    store: board.view,
    join: driver.join,
    setVideoGoesOn(next) {
      videoGoesOn = next;
    },
    close() {
      watch?.close();
      stopButtons();
      const mayMove = driver.mayMove();
      driver.close();
      playback.halt?.();
      if (!mayMove) return;
      if (parts.canSend()) playback.stop().then((plays) => plays && onUnstopped(), onUnstopped);
      else onUnstopped();
    },
  };
}
