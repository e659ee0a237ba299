import { NO_LIMITS, positionAt, type ScriptColumns, toCsv, toPoints } from '@tactus/motion';
import { errorCodes } from '@tactus/protocol';
import {
  type CloudFeatures,
  createPointStream,
  type Device,
  type DeviceError,
  type DeviceState,
  HspPlayState,
  htmlMedia,
  isStopBegun,
  type MotionLimits,
  type PointStream,
  type SyncPlayback,
  startVideoSync,
  streamPlayback,
  toDeviceError,
  toMediaError,
  uploadScript,
  type VideoSync,
} from '@tactus/sdk';
import type { Time } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type VibrationPlayback, vibrationPlayback } from '../../../device/session/vibration-playback.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { PlayElement } from './play-element.ts';

/** How a script reaches the device: as points that are streamed, or as a file that its cloud fetches. */
export type TransferMode = 'stream' | 'upload';

/** What a script is played from: its points, or the address of one that only the device's cloud can read. */
export type SessionScript = { readonly points: ScriptColumns } | { readonly url: string };

/** How far it is. */
export interface SessionState {
  /** The script is on its way to the script host and the device. */
  readonly sending: boolean;
  /** Goes with the medium; with an upload there is none before the first play. */
  readonly sync: VideoSync | undefined;
  /** Why the script could not be brought to the device, or the medium not be played. */
  readonly problem: DeviceError | undefined;
  /** The person has changed the script since it was uploaded: the next start sends it again. */
  readonly isStale: boolean;
}

/** A medium and a script on a device. */
export interface PlayerSession {
  readonly state: StoreApi<SessionState>;
  /** The stream that carries the points; undefined where the script is uploaded. */
  readonly stream: PointStream | undefined;
  /** What plays the medium. */
  readonly element: PlayElement;
  /** It has not been closed. */
  isOpen(): boolean;
  /** Brings the script to the device where it is not there, and plays the medium. */
  play(): Promise<void>;
  /** A play that is still on its way to the device is not made. */
  cancelPlay(): void;
  /** Other points of the same script, from where it is. */
  setPoints(points: ScriptColumns): void;
  /** Ends it and stops the device where it moves. The medium is paused. */
  close(): void;
  /** The device before and after it was stopped by the closing, which is nobody's Stop; undefined until then. */
  closing(): { readonly before: DeviceState; readonly after: DeviceState } | undefined;
}

/** How a device without a frequency of its own choice is told to vibrate, Hz. */
const VIBRATION_HZ = 100;

/** How often, and how many times, it is asked whether a pause has arrived. */
const PAUSE_POLL_MS = 150;
const PAUSE_POLLS = 20;

/** Opens one. Nothing is sent, to anybody, before `play`. */
export function openSession(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly element: PlayElement;
  readonly features: CloudFeatures;
  readonly scriptHost: string;
  readonly transferMode: TransferMode;
  readonly script: SessionScript;
  /** Works on scripts away from the page. */
  readonly loader: Pick<ScriptLoader, 'write' | 'toVibration'>;
  /** The device has no slider: what moves in the script is felt instead, in both transfer modes. */
  readonly vibrates: boolean;
  readonly videoGoesOn: boolean;
  readonly onLog: (text: string) => void;
}): PlayerSession {
  const { device, time, element, features, scriptHost, loader, onLog } = parts;
  let { script } = parts;
  /** What the device's cloud has of it, and where. */
  let uploaded: { readonly script: SessionScript; readonly limits: MotionLimits; readonly url: string } | undefined;
  /** Other points have taken its place on the device since: the next play brings it there again, from the same address. */
  let isTaken = false;
  /** It is there as the limits of this moment allow it. */
  const isUploaded = (wanted: SessionScript) =>
    uploaded?.script === wanted && uploaded.limits === device.limits.current();
  let isOpen = true;
  let hasPlayed = false;
  let closing: ReturnType<PlayerSession['closing']>;
  /** There while a play is on its way to the device. */
  let starting: AbortController | undefined;
  const state = createStore<SessionState>(() => ({
    sending: false,
    sync: undefined,
    problem: undefined,
    isStale: false,
  }));
  const vibration = parts.vibrates && 'points' in script ? createVibration(script.points) : undefined;
  const stream =
    !vibration && parts.transferMode === 'stream' && 'points' in script
      ? createPointStream(device, { time, features, source: script, rate: element.playbackRate })
      : undefined;
  if (stream) begin(streamPlayback(stream, device, { rate: element.playbackRate }));
  if (vibration) begin(vibration);
  const usesUpload = !stream && !vibration;
  // Before the first play nothing goes with the medium yet that would hear of a Stop.
  const unfollow = device.store.subscribe((now, before) => {
    if (isStopBegun(now, before)) starting?.abort();
  });

  function createVibration(points: ScriptColumns): VibrationPlayback {
    return vibrationPlayback({
      ...{ time, serverNow: device.clock.serverNow, strengths: loader.toVibration(points), onError: fail },
      port: {
        set: (amplitude) => device.hvp.setState({ amplitude, frequency: VIBRATION_HZ }),
        stop: () => device.hvp.stop(),
      },
    });
  }

  function fail(thrown: unknown): void {
    const problem = toDeviceError(thrown);
    if (problem.code !== 'aborted') state.setState({ problem });
  }

  function begin(playback?: SyncPlayback): void {
    const { videoGoesOn } = parts;
    const onUnstopped = () => void device.stop();
    const sync = startVideoSync({
      ...{ device, time, media: htmlMedia(element), playback, videoGoesOn, onLog, onUnstopped },
    });
    state.setState({ sync });
    // A device that is back in another session may go on with what it had; the video, which was paused, does not.
    sync.store.subscribe(({ pausedBy, problem }, before) => {
      if (pausedBy === 'new-session' && before.pausedBy !== pausedBy) void device.stop();
      if (problem !== before.problem && problem?.refusal?.code === errorCodes.scriptNotSet) isTaken = true;
    });
  }

  async function addressOf(wanted: SessionScript, signal: AbortSignal): Promise<string> {
    if ('url' in wanted) return wanted.url;
    if (uploaded && isUploaded(wanted)) return uploaded.url;
    // Under limits the device takes an address only if the points behind it keep them.
    const isLimited = device.limits.current() !== NO_LIMITS;
    const text = isLimited
      ? toCsv(device.limits.holdScript(toPoints(wanted.points)))
      : await loader.write(wanted.points, 'csv');
    return uploadScript({ scriptHost, text, signal, fetch: (url, init) => fetch(url, init) });
  }

  /** Uploads what is not there and has the device take it. */
  async function transferScript(signal: AbortSignal): Promise<void> {
    const limits = device.limits.current();
    if (isUploaded(script) && !isTaken && device.store.getState().hssp.internalState === 'SCRIPT_SET') return;
    state.setState({ sending: true, problem: undefined });
    try {
      let wanted: SessionScript;
      let url: string;
      // What is remembered of a script may be made of it only while it is on its way.
      do {
        wanted = script;
        url = await addressOf(wanted, signal);
      } while (script !== wanted);
      await device.hssp.setup({ url, notify: true });
      uploaded = { script: wanted, limits, url };
      isTaken = false;
      state.setState({ isStale: script !== wanted });
      if (!state.getState().sync && isOpen) begin();
    } catch (thrown) {
      // An address that the device cannot take is not tried a second time.
      uploaded = undefined;
      throw thrown;
    } finally {
      state.setState({ sending: false });
    }
  }

  /** Waits until the device has paused what it played before: a pause that is on its way would end the lead-in. */
  async function untilPaused(signal: AbortSignal): Promise<void> {
    for (let polls = 0; polls < PAUSE_POLLS && !signal.aborted; polls += 1) {
      const { play_state } = await device.hssp.readState();
      if (play_state !== HspPlayState.PLAYING) return;
      await time.sleep(PAUSE_POLL_MS, signal).catch(() => undefined);
    }
  }

  /** A recorded play begins wherever its script is: the slider is led there slowly, as a stream does it by itself. */
  async function leadIn(signal: AbortSignal): Promise<void> {
    if (!element.paused || !('points' in script)) return;
    if (hasPlayed) await untilPaused(signal);
    if (signal.aborted) return;
    const share = positionAt(script.points, element.currentTime * 1_000) / 100;
    await device.leadIn(share, { signal });
  }

  return {
    state,
    stream,
    element,
    isOpen: () => isOpen,
    async play() {
      if (starting) return;
      starting = new AbortController();
      const { signal } = starting;
      try {
        if (usesUpload && device.store.getState().connected) {
          await transferScript(signal);
          if (!signal.aborted) await leadIn(signal);
        }
        if (signal.aborted) return;
        await element.play().catch((thrown: unknown) => {
          throw toMediaError(thrown);
        });
        hasPlayed = true;
        state.setState({ problem: undefined });
      } catch (thrown) {
        fail(thrown);
      } finally {
        starting = undefined;
      }
    },
    setPoints(points) {
      script = { points };
      if (vibration) vibration.setStrengths(loader.toVibration(points));
      else if (stream) stream.replaceFrom(0, points).catch(fail);
      else state.setState({ isStale: uploaded !== undefined });
    },
    cancelPlay: () => starting?.abort(),
    close() {
      isOpen = false;
      unfollow();
      starting?.abort();
      const before = device.store.getState();
      state.getState().sync?.close();
      stream?.close();
      closing = { before, after: device.store.getState() };
      element.pause();
    },
    closing: () => closing,
  };
}
