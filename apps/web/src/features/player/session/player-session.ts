import { columnsToPoints, formatCsv, NO_LIMITS, type ScriptColumns, scriptPositionAt } from '@tactus/motion';
import { errorCodes } from '@tactus/protocol';
import {
  type CloudFeatures,
  createPointStream,
  type Device,
  type DeviceError,
  type DeviceState,
  htmlMedia,
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
import { playOnFollowers, type ScriptFollowers } from '../../../device/linked/follower-playback.ts';
import type { PlayableScript } from '../../../device/linked/follower-script.ts';
import { createCancellableStart } from '../../../device/session/cancellable-start.ts';
import {
  createVibrationScriptPlayback,
  type VibrationScriptPlayback,
  vibrationCallsOf,
} from '../../../device/session/vibration-playback.ts';
import type { ScriptLoader } from '../script/script-loader.ts';
import type { PlayableMedium } from './playable-medium.ts';
import { waitUntilPaused } from './wait-until-paused.ts';

/** The transfer of a script to the device: streamed points, or a file that its cloud fetches. */
export type ScriptTransferMode = 'stream' | 'upload';

/** The state of a session of the player: whether it plays, its synchronisation, and its error. */
export interface PlayerSessionState {
  /** The script is on its way to the script host and the device. */
  readonly sending: boolean;
  /** A play is being prepared, and not cancelled. */
  readonly isStarting: boolean;
  /** Follows the medium; with an upload there is none before the first play. */
  readonly sync: VideoSync | undefined;
  /** Why the script could not be sent to the device, or the medium not be played. */
  readonly problem: DeviceError | undefined;
  /** The person has changed the script since it was uploaded: the next start sends it again. */
  readonly isStale: boolean;
}

/** A session that plays a medium and a script in sync on a device. */
export interface PlayerSession {
  readonly state: StoreApi<PlayerSessionState>;
  /** The stream that sends the points; undefined where the script is uploaded. */
  readonly stream: PointStream | undefined;
  /** The element that plays the medium. */
  readonly element: PlayableMedium;
  /** Whether the session is open. */
  isOpen(): boolean;
  /** Sends the script to the device if needed, and plays the medium; after a cancelled play once that has ended. */
  play(): Promise<void>;
  /** Cancels a play that is still being prepared; a slider that moves to its start stops. */
  cancelPlay(): void;
  /** Replaces the points of the same script, from the present moment on. */
  setPoints(points: ScriptColumns): void;
  /** Ends the session and stops the device if it moves. The medium is paused. */
  close(): void;
  /** The state of the device before and after the closing stopped it, which is no person's Stop; undefined until then. */
  closing(): { readonly before: DeviceState; readonly after: DeviceState } | undefined;
}

/** The limits of an uploaded script, and the stroke whose percents they limit. */
interface LimitedFor {
  readonly limits: MotionLimits;
  readonly stroke: DeviceState['slider'];
}

const areSame = (one: LimitedFor, other: LimitedFor): boolean =>
  one.limits === other.limits &&
  (one.limits === NO_LIMITS || (one.stroke.min === other.stroke.min && one.stroke.max === other.stroke.max));

/** Opens a session that plays a medium and a script in sync on a device. No request is sent before `play`. */
export function openPlayerSession(parts: {
  readonly device: Device;
  /** The devices that follow it, which play the same script. */
  readonly followers: ScriptFollowers;
  readonly time: Time;
  readonly element: PlayableMedium;
  readonly features: CloudFeatures;
  readonly scriptHost: string;
  readonly transferMode: ScriptTransferMode;
  readonly script: PlayableScript;
  /** Reads and edits scripts in a worker. */
  readonly loader: Pick<ScriptLoader, 'write' | 'toVibration'>;
  /** The device has no slider: in both transfer modes it vibrates with the motion of the script. */
  readonly vibrates: boolean;
  readonly videoGoesOn: boolean;
  readonly onLog: (text: string) => void;
}): PlayerSession {
  const { device, time, element, features, scriptHost, loader, onLog } = parts;
  let { script } = parts;
  /** The uploaded points, what they were limited for, and their address. */
  let uploaded: (LimitedFor & { readonly script: PlayableScript; readonly url: string }) | undefined;
  /** Other points have replaced the uploaded script on the device: the next play sets it up again, from the same address. */
  let isTaken = false;
  const presentLimits = (): LimitedFor => ({ limits: device.limits.current(), stroke: device.store.getState().slider });
  /** The device has the script under the present limits. */
  const isUploaded = (wanted: PlayableScript) => uploaded?.script === wanted && areSame(uploaded, presentLimits());
  let isOpen = true;
  let hasPlayed = false;
  let closing: ReturnType<PlayerSession['closing']>;
  const state = createStore<PlayerSessionState>(() => ({
    ...{ sending: false, isStarting: false },
    sync: undefined,
    problem: undefined,
    isStale: false,
  }));
  const vibration = parts.vibrates && 'points' in script ? createVibration(script.points) : undefined;
  const stream =
    !vibration && parts.transferMode === 'stream' && 'points' in script
      ? createPointStream(device, { time, features, source: script, rate: element.playbackRate })
      : undefined;
  const media = htmlMedia(element);
  const { toVibration } = loader;
  const followers = playOnFollowers({ linked: parts.followers, time, features, media, script, toVibration });
  if (stream) begin(streamPlayback(stream, device, { rate: element.playbackRate }));
  if (vibration) begin(vibration);
  const usesUpload = !stream && !vibration;
  // It notices a Stop itself: before the first play nothing follows the medium yet.
  const start = createCancellableStart({ device, onChange: (isStarting) => state.setState({ isStarting }) });

  function createVibration(points: ScriptColumns): VibrationScriptPlayback {
    return createVibrationScriptPlayback({
      ...{ time, serverNow: device.clock.serverNow, strengths: loader.toVibration(points), onError: fail },
      port: vibrationCallsOf(device),
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
      ...{ device, time, media, playback, videoGoesOn, onLog, onUnstopped },
    });
    state.setState({ sync });
    // A device back in another session may go on with its script; the paused video does not.
    sync.store.subscribe(({ phase, pausedBy, problem }, before) => {
      if (before.phase === 'device-out' && phase === 'following') followers.join();
      if (pausedBy === 'new-session' && before.pausedBy !== pausedBy) void device.stop();
      if (problem !== before.problem && problem?.refusal?.code === errorCodes.scriptNotSet) isTaken = true;
    });
  }

  async function addressOf(wanted: PlayableScript, signal: AbortSignal): Promise<string> {
    if ('url' in wanted) return wanted.url;
    if (uploaded && isUploaded(wanted)) return uploaded.url;
    // Under limits the device gets an address only if its points respect them.
    const isLimited = device.limits.current() !== NO_LIMITS;
    const text = isLimited
      ? formatCsv(device.limits.holdScript(columnsToPoints(wanted.points)))
      : await loader.write(wanted.points, 'csv');
    return uploadScript({ scriptHost, text, signal, time, fetch: (url, init) => fetch(url, init) });
  }

  /** Uploads the points if needed, and sets the device up with them. */
  async function transferScript(signal: AbortSignal): Promise<void> {
    if (isUploaded(script) && !isTaken && device.store.getState().hssp.internalState === 'SCRIPT_SET') return;
    state.setState({ sending: true, problem: undefined });
    try {
      let wanted: PlayableScript;
      let url: string;
      let limitedFor: LimitedFor;
      // A stored recipe may be applied only during the transfer.
      do {
        wanted = script;
        limitedFor = presentLimits();
        url = await addressOf(wanted, signal);
      } while (script !== wanted);
      await device.hssp.setup({ url, notify: true });
      uploaded = { script: wanted, ...limitedFor, url };
      if ('points' in wanted) followers.setPoints(wanted.points);
      isTaken = false;
      state.setState({ isStale: script !== wanted });
      if (!state.getState().sync && isOpen) begin();
    } catch (thrown) {
      // An address that the device refused is not tried again.
      uploaded = undefined;
      throw thrown;
    } finally {
      state.setState({ sending: false });
    }
  }

  /** An uploaded script begins at its own position: the slider moves there slowly first, as a stream does by itself. */
  async function leadIn(signal: AbortSignal): Promise<void> {
    if (!element.paused || !('points' in script)) return;
    // A pause still in flight would end the lead-in.
    if (hasPlayed) await waitUntilPaused({ device, time }, signal);
    if (signal.aborted) return;
    const share = scriptPositionAt(script.points, element.currentTime * 1_000) / 100;
    await start.leadIn(share, signal);
  }

  async function prepareAndPlay(signal: AbortSignal): Promise<void> {
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
    }
  }

  return {
    state,
    stream,
    element,
    isOpen: () => isOpen,
    play: () => start.run(prepareAndPlay),
    setPoints(points) {
      script = { points };
      if (usesUpload) {
        state.setState({ isStale: uploaded !== undefined });
        return;
      }
      vibration?.setStrengths(loader.toVibration(points));
      stream?.replaceFrom(0, points).catch(fail);
      followers.setPoints(points);
    },
    cancelPlay: start.cancel,
    close() {
      isOpen = false;
      start.close();
      const before = device.store.getState();
      state.getState().sync?.close();
      stream?.close();
      followers.close();
      closing = { before, after: device.store.getState() };
      element.pause();
    },
    closing: () => closing,
  };
}
