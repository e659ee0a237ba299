import {
  type CloudFeatures,
  createPointStream,
  type Device,
  type DeviceError,
  formatCsv,
  isStopBegun,
  type SyncPlayback,
  startVideoSync,
  streamPlayback,
  toDeviceError,
  uploadScript,
  type VideoSync,
} from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ClipMedia } from './clip-media.ts';
import { CLIP_POINTS, clipPositionAt } from './test-clip.ts';

/** The transfer of the clip's script to the device: points (HSP), or a file that its cloud fetches (HSSP). */
export type ClipTransferMode = 'stream' | 'upload';

/** The state of a session of the sync test. */
export interface SyncSessionState {
  /** The script is on its way to the script host and the device. */
  readonly sending: boolean;
  /** Follows the clip; with an upload there is none before the first play. */
  readonly sync: VideoSync | undefined;
  readonly problem: DeviceError | undefined;
}

/** A session of the sync test: the clip, and the device in sync with it. */
export interface SyncSession {
  readonly state: StoreApi<SyncSessionState>;
  /** Sends the script to the device if needed, and plays the clip. */
  play(): Promise<void>;
  /** Cancels a play that is still being prepared. */
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
  const state = createStore<SyncSessionState>(() => ({ sending: false, sync: undefined, problem: undefined }));
  const stream =
    transferMode === 'stream'
      ? createPointStream(device, { time, features, source: { points: CLIP_POINTS } })
      : undefined;
  let url: string | undefined;
  let isOpen = true;
  /** Set while a play is being prepared. */
  let starting: AbortController | undefined;
  if (stream) begin(streamPlayback(stream, device));
  // Before the first play nothing follows the clip yet that would notice a Stop.
  const unfollow = device.store.subscribe((now, before) => {
    if (isStopBegun(now, before)) starting?.abort();
  });

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
      url ??= await uploadScript({ scriptHost, text, signal, fetch: (to, init) => fetch(to, init) });
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
      if (!signal.aborted && clip.isPaused()) await device.leadIn(clipPositionAt(clip.timeMs()), { signal });
    } finally {
      state.setState({ sending: false });
    }
  }

  return {
    state,
    async play() {
      if (starting) return;
      starting = new AbortController();
      const { signal } = starting;
      try {
        if (!stream && device.store.getState().connected) await prepare(signal);
        if (signal.aborted) return;
        await clip.play();
        state.setState({ problem: undefined });
      } catch (thrown) {
        const problem = toDeviceError(thrown);
        if (problem.code !== 'aborted') state.setState({ problem });
      } finally {
        starting = undefined;
      }
    },
    cancelPlay: () => starting?.abort(),
    close() {
      isOpen = false;
      unfollow();
      starting?.abort();
      clip.pause();
      state.getState().sync?.close();
      stream?.close();
    },
  };
}
