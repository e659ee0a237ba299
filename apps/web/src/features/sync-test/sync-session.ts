import {
  type CloudFeatures,
  createPointStream,
  type Device,
  type DeviceError,
  formatCsv,
  type SyncPlayback,
  startVideoSync,
  streamPlayback,
  toDeviceError,
  uploadScript,
  type VideoSync,
} from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createCancellableStart } from '../../device/session/cancellable-start.ts';
import type { ClipMedia } from './clip-media.ts';
import { CLIP_POINTS, clipPositionAt } from './test-clip.ts';

/** The transfer of the clip's script to the device: points (HSP), or a file that its cloud fetches (HSSP). */
export type ClipTransferMode = 'stream' | 'upload';

/** The state of a session of the sync test. */
export interface SyncSessionState {
  /** The script is on its way to the script host and the device. */
  readonly sending: boolean;
  /** A play is being prepared, and not cancelled. */
  readonly isStarting: boolean;
  /** Follows the clip; with an upload there is none before the first play. */
  readonly sync: VideoSync | undefined;
  readonly problem: DeviceError | undefined;
}

/** A session of the sync test: the clip, and the device in sync with it. */
export interface SyncSession {
  readonly state: StoreApi<SyncSessionState>;
  /** Sends the script to the device if needed, and plays the clip; after a cancelled play once that has ended. */
  play(): Promise<void>;
  /** Cancels a play that is still being prepared; a slider that moves to its start stops. */
  cancelPlay(): void;
  /** Ends the session and stops the device if it moves. */
  close(): void;
}

/** Opens a session that plays the test clip in sync with the device. No request is sent before `play`. */
export function openSyncSession(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly clip: ClipMedia;
  readonly features: CloudFeatures;
  readonly scriptHost: string;
  readonly transferMode: ClipTransferMode;
}): SyncSession {
  const { device, time, clip, features, scriptHost, transferMode } = parts;
  const state = createStore<SyncSessionState>(() => ({
    ...{ sending: false, isStarting: false, sync: undefined, problem: undefined },
  }));
  const stream =
    transferMode === 'stream'
      ? createPointStream(device, { time, features, source: { points: CLIP_POINTS } })
      : undefined;
  let url: string | undefined;
  let isOpen = true;
  if (stream) begin(streamPlayback(stream, device));
  // It notices a Stop itself: before the first play nothing follows the clip yet.
  const start = createCancellableStart({ device, onChange: (isStarting) => state.setState({ isStarting }) });

  function begin(playback?: SyncPlayback): void {
    const sync = startVideoSync({ device, time, media: clip, playback, onUnstopped: () => void device.stop() });
    state.setState({ sync });
    // A device back in another session may go on with its script; the paused clip does not.
    sync.store.subscribe(({ pausedBy }, before) => {
      if (pausedBy === 'new-session' && before.pausedBy !== pausedBy) void device.stop();
    });
  }

  async function transferScript(signal: AbortSignal): Promise<void> {
    if (url !== undefined && device.store.getState().hssp.internalState === 'SCRIPT_SET') return;
    try {
      const text = formatCsv(CLIP_POINTS);
      url ??= await uploadScript({ scriptHost, text, signal, time, fetch: (to, init) => fetch(to, init) });
      await device.hssp.setup({ url, notify: true });
      if (!state.getState().sync && isOpen) begin();
    } catch (thrown) {
      // An address that the device refused is not tried again.
      url = undefined;
      throw thrown;
    }
  }

  /** Sends the script and moves the slider to its start, slowly, as a stream does by itself. */
  async function prepare(signal: AbortSignal): Promise<void> {
    state.setState({ sending: true, problem: undefined });
    try {
      await transferScript(signal);
      if (!signal.aborted && clip.isPaused()) await start.leadIn(clipPositionAt(clip.timeMs()), signal);
    } finally {
      state.setState({ sending: false });
    }
  }

  async function prepareAndPlay(signal: AbortSignal): Promise<void> {
    try {
      if (!stream && device.store.getState().connected) await prepare(signal);
      if (signal.aborted) return;
      await clip.play();
      state.setState({ problem: undefined });
    } catch (thrown) {
      const problem = toDeviceError(thrown);
      if (problem.code !== 'aborted') state.setState({ problem });
    }
  }

  return {
    state,
    play: () => start.run(prepareAndPlay),
    cancelPlay: start.cancel,
    close() {
      isOpen = false;
      start.close();
      clip.pause();
      state.getState().sync?.close();
      stream?.close();
    },
  };
}
