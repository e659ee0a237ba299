import { HspPlayState, type HspState, isHspPlaying } from '@tactus/protocol';
import { isStopBegun } from '../commands/stop-begun.ts';
import type { Device } from '../device-api.ts';
import type { SessionContinuity } from '../state/continuity.ts';
import { missedReports } from '../state/hsp.ts';
import { hasPlayedAll } from './playback.ts';
import type { SyncPauseCause } from './sync-state.ts';

/** Called for changes of the device itself while it follows a medium. */
export interface SyncDeviceListener {
  /** It was stopped or paused by itself, by a user at it, or by Stop; or it lost the script while it was away. */
  readonly onStopped: (why: SyncPauseCause) => void;
  /** The script came to its end, which is at that time of it. */
  readonly onScriptOver: (lastMs: number) => void;
  /** The device is away, or back in a new session of which is not known yet what it has lost. */
  readonly onAway: () => void;
  /** The device is back. */
  readonly onBack: () => void;
}

/** A watch on a device that follows a medium. */
export interface SyncDeviceWatch {
  /** Whether a new session began, and the device's losses are not known yet: until then nothing may be sent. */
  isUndecided(): boolean;
  close(): void;
}

/**
 * Watches the device's own changes: a device that stops or pauses pauses the video, and so does one that has restarted.
 * Each connect of a device begins a new session, so the numbers of its boot and of its mode distinguish a restart from a
 * cut link. `isExpected` returns whether it has answered that it plays: a later answer that it does not is then due to
 * another client. `isOurs` returns whether an event is about this script, `isOver` whether the script came to its end.
 */
export function watchSyncDevice(
  device: Pick<Device, 'store' | 'on'>,
  {
    isExpected,
    isOurs,
    isOver,
  }: {
    readonly isExpected: () => boolean;
    readonly isOurs: (hsp: HspState) => boolean;
    readonly isOver: () => boolean;
  },
  { onStopped, onScriptOver, onAway, onBack }: SyncDeviceListener,
): SyncDeviceWatch {
  let session = device.store.getState().session_id;
  /** The last report of the device was due to a Stop of ours: it does not end what has begun since. */
  let isOfStop = false;
  let isUndecided = false;

  const isNews = (hsp: HspState) => isOurs(hsp) && !missedReports.has(hsp);

  function receive(hsp: HspState): void {
    if (!isOfStop && isNews(hsp) && device.store.getState().stopPhase !== 'stopping') handle(hsp);
  }

  function handle(hsp: HspState): void {
    if (isHspPlaying(hsp)) return;
    if (hasPlayedAll(hsp) || isOver()) onScriptOver(hsp.last_point_time);
    else onStopped(hsp.play_state === HspPlayState.PAUSED ? 'device-paused' : 'device-stopped');
  }

  const undo = [
    // The cloud reports only changes that no call of this player caused: except for a Stop, which may use the mode,
    // they are never our own.
    device.on('hsp_state_changed', receive),
    device.on('stream_end_reached', (hsp) => isNews(hsp) && onScriptOver(hsp.last_point_time)),
    device.store.subscribe((next, previous) => {
      const isNew = next.session_id !== undefined && next.session_id !== session;
      if (isNew) {
        session = next.session_id;
        isUndecided = true;
      }
      if (next.hsp !== previous.hsp) isOfStop = next.stopPhase === 'stopping';
      if (isStopBegun(next, previous)) onStopped('stop-pressed');
      // With its session the device's state is reset: that is no stop.
      const isSameSession = next.session_id === previous.session_id;
      if (isHspPlaying(previous.hsp) && !isHspPlaying(next.hsp) && isSameSession && isExpected()) handle(next.hsp);
      if (isNew || (previous.connected && !next.connected)) onAway();
      if (isUndecided && next.connected && next.continuity !== undefined) {
        isUndecided = false;
        cameBack(next.continuity);
      } else if (!isUndecided && !previous.connected && next.connected) onBack();
    }),
  ];

  function cameBack(continuity: SessionContinuity): void {
    if (continuity !== 'nothing-lost') onStopped(continuity === 'buffer-lost' ? 'device-back' : 'new-session');
    onBack();
  }

  return {
    isUndecided: () => isUndecided,
    close() {
      for (const stop of undo) stop();
    },
  };
}
