import { FULL_WINDOW, type StrokeWindow, scriptToVibration } from '@tactus/motion';
import { DeviceMode, HampPlayState, type HampState, isHspPlaying } from '@tactus/protocol';
import {
  createTimelineMedia,
  type Device,
  type DeviceError,
  type DeviceGroup,
  hasLegacyFirmware,
  hasSlider,
  isStopBegun,
  type TimelineMedia,
  toDeviceError,
} from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { type FollowerPlayback, playOnFollowers, type ScriptFollowers } from './follower-playback.ts';
import { type FollowerScript, openFollowerScript } from './follower-script.ts';
import type { RunningStrokes } from './followers.ts';
import { courseMsAtSlider, courseMsInWindow, courseSpeed, LEG_MS, strokeCourse } from './stroke-course.ts';

/** Legs that are made at a time; the next ones are made when half of them are over. */
const LEGS = 2_400;
/** To and fro: the course is the same after this time, ms. */
const PERIOD_MS = 2 * LEG_MS;
/** The course has no end that is ever reached, ms. */
const ENDLESS_MS = 1e8;
/** A smaller change of the speed is not sent. */
const SAME_RATE = 0.001;

/** Alternating motion that the device in use and its followers make in step. */
export interface SharedStrokes {
  /** The commands of alternating motion; those before a start go to each device. */
  readonly hamp: Device['hamp'];
  isRunning(): boolean;
  /** The followers leave it; the device in use goes on. */
  releaseFollowers(): void;
  /** Takes over another limit of the devices. */
  update(): void;
  /** Ends it, and stops the devices that move by it. */
  end(): void;
}

interface Run {
  readonly media: TimelineMedia;
  readonly own: FollowerScript;
  readonly followers: FollowerPlayback;
  readonly undos: readonly Undo[];
}

/**
 * Strokes in step: a course that every device, the one in use too, plays as a script on one clock. A velocity is the speed of
 * the clock, a zone is another course.
 */
export function createSharedStrokes(parts: {
  readonly own: Device;
  readonly group: DeviceGroup;
  readonly time: Time;
  readonly linked: ScriptFollowers;
  /** Whether a start is to begin strokes in step; else the commands go to each device. */
  readonly isWanted: () => boolean;
  readonly onChange: (running: RunningStrokes) => void;
}): SharedStrokes {
  const { own, group, time, linked, isWanted, onChange } = parts;
  let run: Run | undefined;
  let window: StrokeWindow = FULL_WINDOW;
  let wanted01 = 0;
  let reached01 = 0;
  /** The time of the timeline at which the course began. */
  let startMs = 0;
  let fromLeg = 0;
  let reported: RunningStrokes | undefined;
  let cancelExtension: Undo = () => undefined;
  let settleStart: (error?: DeviceError) => void = () => undefined;

  const isMovingByIt = () => {
    const { mode, hsp } = own.store.getState();
    return mode === DeviceMode.HSP && isHspPlaying(hsp);
  };
  const state = (): HampState => ({
    play_state: run ? HampPlayState.PLAYING : HampPlayState.STOPPED,
    ...{ velocity: reached01, direction: false },
  });
  const courseMs = () => (run ? run.media.timelineMs() - startMs : 0);

  /** The course from the present leg on. */
  function course() {
    fromLeg = 2 * Math.floor(courseMs() / PERIOD_MS);
    return { points: strokeCourse(window, startMs, { fromLeg, legs: LEGS }) };
  }

  function report(): void {
    if (!run || !isMovingByIt()) return;
    settleStart();
    const { stream_id: streamId } = own.store.getState().hsp;
    if (reported?.streamId === streamId && reported.velocity === reached01) return;
    reported = { streamId, velocity: reached01 };
    onChange(reported);
  }

  /** Follows the wanted velocity as fast as all devices can. */
  function update(): void {
    if (!run) return;
    const devices = group.members().map(({ device }) => device);
    const { rate, velocity01 } = courseSpeed([own, ...devices], window, wanted01);
    reached01 = velocity01;
    if (Math.abs(rate - run.media.rate()) > SAME_RATE * rate || !run.media.runs()) {
      const positionMs = run.media.timelineMs();
      run.media.follow({ playing: true, positionMs, atMs: time.monotonic(), rate });
      extendLater();
    }
    report();
  }

  function sendCourse(): void {
    if (!run) return;
    const { points } = course();
    run.own.setPoints(points);
    run.followers.setPoints(points);
    extendLater();
  }

  function extendLater(): void {
    cancelExtension();
    if (!run) return;
    const halfMs = (fromLeg + LEGS / 2) * LEG_MS;
    cancelExtension = time.after((halfMs - courseMs()) / run.media.rate(), sendCourse);
  }

  function end(error?: DeviceError): void {
    const ended = run;
    run = undefined;
    settleStart(error ?? toDeviceError(new DOMException('Stopped', 'AbortError')));
    if (!ended) return;
    cancelExtension();
    for (const undo of ended.undos) undo();
    ended.media.pause();
    ended.own.close();
    ended.followers.close();
    ended.media.close();
  }

  function begin(): void {
    startMs = 0;
    wanted01 = 0;
    const media = createTimelineMedia({
      ...{ time, durationMs: ENDLESS_MS, serverNow: time.monotonic, onLeft: () => end() },
    });
    const positionMs = PERIOD_MS + courseMsAtSlider(own, window);
    media.follow({ playing: false, positionMs, atMs: time.monotonic(), rate: 1 });
    const playing = {
      ...({ time, media, features: {}, leadIn: false, clock: own.clock, script: course() } as const),
      toVibration: async (points: ReturnType<typeof strokeCourse>) => scriptToVibration(points),
    };
    run = {
      media,
      own: openFollowerScript({
        ...{ ...playing, device: own, onHindrance: () => undefined },
        onError(error) {
          settleStart(error);
          linked.reportFailure(own, error);
        },
      }),
      followers: playOnFollowers({ ...playing, linked }),
      undos: [
        own.store.subscribe((now, before) => (isStopBegun(now, before) ? end() : report())),
        group.subscribe(update),
      ],
    };
    update();
  }

  return {
    isRunning: () => run !== undefined,
    update,
    end: () => end(),
    releaseFollowers: () => run?.followers.close(),
    hamp: {
      async start() {
        if (run) return state();
        const now = own.store.getState();
        const canStream = now.connected && hasSlider(now) && !hasLegacyFirmware(now);
        if (!isWanted() || !canStream) return group.hamp.start();
        const started = new Promise<void>((resolve, reject) => {
          settleStart = (error) => {
            settleStart = () => undefined;
            if (error) reject(error);
            else resolve();
          };
        });
        begin();
        await started.catch((error: unknown) => {
          end();
          throw error;
        });
        return state();
      },
      stop() {
        end();
        return group.hamp.stop();
      },
      async setVelocity(velocity) {
        if (!run) return group.hamp.setVelocity(velocity);
        wanted01 = velocity;
        update();
        return state();
      },
      async setStroke(zone) {
        const before = window;
        window = zone;
        if (!run) return group.hamp.setStroke(zone);
        // The sliders go on from where they are.
        const movedMs = courseMs() - courseMsInWindow(courseMs(), before, zone);
        startMs = (startMs + Math.round(movedMs) + PERIOD_MS) % PERIOD_MS;
        sendCourse();
        update();
        return state();
      },
    },
  };
}
