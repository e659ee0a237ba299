import type { ScriptColumns } from '@tactus/motion';
import { errorCodes } from '@tactus/protocol';
import {
  type CloudFeatures,
  createPointStream,
  type Device,
  type DeviceError,
  hsspPlayback,
  type MediaPort,
  type SyncPlayback,
  startVideoSync,
  streamPlayback,
  toDeviceError,
  type VideoSync,
} from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { lacksCapability } from '../session/capability.ts';
import { createVibrationScriptPlayback, vibrationCallsOf } from '../session/vibration-playback.ts';
import type { Hindrance } from './followers.ts';

/** The source of a script: its points, or an address that only the device's cloud can read. */
export type PlayableScript = { readonly points: ScriptColumns } | { readonly url: string };

/** A script on one device that follows. */
export interface FollowerScript {
  /** Replaces the points, from the present moment on. */
  setPoints(points: ScriptColumns): void;
  /** Replaces them by points that are the same until they arrive: no device starts anew. */
  continueWith(points: ScriptColumns): void;
  /** Follows the medium again after a stop of this device. */
  join(): void;
  /** Ends it and stops the device if it moves by it. */
  close(): void;
  /** Resolves once no play of it is on its way: after the end one may still arrive, and is followed by another Stop. */
  settled(): Promise<unknown>;
}

/** A device that comes back is stopped before it joins, ms. */
const REJOIN_MS = 500;
/** A slider so near to its stroke counts as in it, mm. */
const AT_END_MM = 1;

/**
 * Plays a script on a device that follows: in step with a medium that it never controls. The slider moves to its place at
 * a bounded speed and joins, wherever the medium is; a device without a slider vibrates. One that was out
 * of reach goes on, and begins where play was pressed meanwhile; one that somebody stopped, or that restarted, rests until the
 * medium is played the next time, as the device in use does.
 */
export function openFollowerScript(parts: {
  readonly device: Device;
  readonly time: Time;
  readonly features: CloudFeatures;
  readonly media: MediaPort;
  readonly script: PlayableScript;
  /** `false`: the slider joins the course, without a move to its start first, unless it is outside of its stroke. */
  readonly leadIn?: false;
  /** The clock of the cloud; left out: the device's own. Several devices that read one clock are nearer to one another. */
  readonly clock?: Device['clock'];
  /** The strengths of a vibration in place of the motion of points. */
  readonly toVibration: (points: ScriptColumns) => Promise<ScriptColumns>;
  readonly onError: (error: DeviceError) => void;
  /** Called with what keeps the device from taking part; undefined for nothing. */
  readonly onHindrance: (hindrance: Hindrance | undefined) => void;
}): FollowerScript {
  const { time, features, media, script, toVibration, onError, onHindrance } = parts;
  const device = { ...parts.device, clock: parts.clock ?? parts.device.clock };
  const fail = (thrown: unknown) => onError(toDeviceError(thrown));
  const points = 'points' in script ? script.points : undefined;
  const vibrates = lacksCapability(device.store.getState(), 'slider');
  const vibration =
    points && vibrates
      ? createVibrationScriptPlayback({
          ...{ time, serverNow: device.clock.serverNow, strengths: toVibration(points), onError: fail },
          port: vibrationCallsOf(device),
        })
      : undefined;
  const stream =
    points && !vibration
      ? createPointStream(device, {
          time,
          features,
          source: { points },
          rate: media.rate(),
          leadIn: parts.leadIn === false && isInStroke(device) ? false : {},
        })
      : undefined;
  let sync: VideoSync | undefined;
  let isOpen = true;
  let cancelRejoin: Undo = () => undefined;
  /** The medium was played while the device was away. */
  let missedPlay = false;
  const undos = [
    // It joins from where its slider is expected: no page shows, and so reads, the place of a device that follows.
    ...(parts.leadIn === false ? [device.position.watch()] : []),
    media.on('play', () => {
      missedPlay = !device.store.getState().connected;
    }),
    media.on('pause', () => {
      missedPlay = false;
    }),
  ];

  function begin(playback: SyncPlayback): void {
    sync = startVideoSync({ device, time, media, playback, onUnstopped: () => void device.stop() });
    sync.store.subscribe(({ phase, pausedBy, problem }, before) => {
      if (phase !== before.phase) onHindrance(phase === 'device-out' ? 'rests' : undefined);
      if (pausedBy !== before.pausedBy) cancelRejoin();
      // It missed a change of the medium while it was away, and nobody touched it or play was pressed since.
      const isBack = pausedBy === 'device-back' || pausedBy === 'new-session';
      const isUntouched = pausedBy === 'device-back' && device.store.getState().continuity === 'nothing-lost';
      if (isUntouched || (isBack && missedPlay)) cancelRejoin = time.after(REJOIN_MS, () => sync?.join());
      if (problem === undefined || problem === before.problem) return;
      // A device that restarted has no script any more.
      if (problem.refusal?.code === errorCodes.scriptNotSet) setUp().then(() => sync?.join(), fail);
      else onError(problem);
    });
  }

  async function setUp(): Promise<void> {
    if ('url' in script) await device.hssp.setup({ url: script.url, notify: true });
  }

  if (stream) begin(streamPlayback(stream, device, { rate: media.rate() }));
  else if (vibration) begin(vibration);
  // The strengths are made of points, and only the cloud has these.
  else if (vibrates) onHindrance('out');
  else setUp().then(() => isOpen && begin(hsspPlayback(device)), fail);

  return {
    setPoints(next) {
      vibration?.setStrengths(toVibration(next));
      stream?.replaceFrom(0, next).catch(fail);
    },
    continueWith(next) {
      vibration?.setStrengths(toVibration(next));
      stream?.continueWith(next);
    },
    join: () => sync?.join(),
    close() {
      isOpen = false;
      cancelRejoin();
      onHindrance(undefined);
      for (const undo of undos) undo();
      sync?.close();
      stream?.close();
    },
    settled: async () => stream?.settled(),
  };
}

/** Whether the slider is in its stroke: a device moves one that is outside into it as fast as it can. */
function isInStroke({ store, position }: Device): boolean {
  const { min_absolute, max_absolute } = store.getState().slider;
  const mm = position.at()?.positionMm;
  return mm === undefined || (mm >= min_absolute - AT_END_MM && mm <= max_absolute + AT_END_MM);
}
