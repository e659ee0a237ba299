import { FULL_WINDOW, pointsToColumns, type ScriptColumns, type StrokeWindow, scriptToVibration } from '@tactus/motion';
import { DeviceMode, HampPlayState, type HampState, isHspPlaying } from '@tactus/protocol';
import {
  createTimelineMedia,
  type Device,
  type DeviceError,
  type DeviceGroup,
  type DeviceState,
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
import { createStrokeAtRest } from './stroke-at-rest.ts';
import {
  courseSpeed,
  courseThatBecomes,
  placeOnCourse,
  type StrokeCourse,
  type StrokePlace,
  sliderShare,
  strokeCourseFrom,
} from './stroke-course.ts';

/** Legs that are made at a time; the next ones are made when half of them are over. */
const LEGS = 600;
/** The course is laid this long before, for devices that are behind, and behind its present place, ms. */
const BEHIND_MS = 5_000;
/** The course has no end that is ever reached, ms. */
const ENDLESS_MS = 1e8;
/** A smaller change of the speed is not sent. */
const SAME_SPEED = 0.001;
/** Another course begins after three round trips and this margin, when all devices have it; at least and at most so late, ms. */
const MARGIN_MS = 150;
const LEAD_MS = { min: 300, max: 2_000 } as const;

/** Alternating motion that the device in use and its followers make in step. */
export interface SharedStrokes {
  /** The commands of alternating motion; those before a start go to each device. */
  readonly hamp: Device['hamp'];
  /** Sets the stroke of all devices: under a limit of the speed they rest meanwhile, since each moves to its new stroke as fast as it can. */
  readonly setStroke: Device['slider']['setStroke'];
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
 * Strokes in step: a course that every device, the one in use too, plays as a script on one clock. Another velocity or zone is
 * another course from a moment on that is so late that all devices have it by then: none of them jumps.
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
  let course: StrokeCourse | undefined;
  let reported: RunningStrokes | undefined;
  let cancelExtension: Undo = () => undefined;
  let settleStart: (error?: DeviceError) => void = () => undefined;

  const isPlayingStream = ({ mode, hsp }: DeviceState) => mode === DeviceMode.HSP && isHspPlaying(hsp);
  const state = (): HampState => ({
    play_state: run ? HampPlayState.PLAYING : HampPlayState.STOPPED,
    ...{ velocity: reached01, direction: false },
  });
  const devices = (): readonly [Device, ...Device[]] => [own, ...group.members().map(({ device }) => device)];

  function report(): void {
    if (!run || !isPlayingStream(own.store.getState())) return;
    settleStart();
    const { stream_id: streamId } = own.store.getState().hsp;
    if (reported?.streamId === streamId && reported.velocity === reached01) return;
    reported = { streamId, velocity: reached01 };
    onChange(reported);
  }

  /** When all devices have what is sent now, in ms of the timeline. */
  function arrivalMs(media: TimelineMedia): number {
    const trips = devices().map(({ store }) => store.getState().clockSync);
    const tripMs = Math.max(...trips.map(({ rtd, deviceRtd }) => rtd + deviceRtd));
    const aheadMs = Math.max(0, ...linked.followers.getState().members.map(({ offsetMs }) => offsetMs));
    return media.timelineMs() + aheadMs + Math.min(Math.max(3 * tripMs + MARGIN_MS, LEAD_MS.min), LEAD_MS.max);
  }

  /** The course from a place on, as fast as is wanted and all devices can. */
  function courseFrom(place: StrokePlace): StrokeCourse {
    const { legMs, velocity01 } = courseSpeed(devices(), window, wanted01);
    reached01 = velocity01;
    return strokeCourseFrom(place, { window, legMs, legs: LEGS });
  }

  /** Takes over another velocity, zone or limit. */
  function update(): void {
    if (!run || !course) return;
    const { legMs, velocity01 } = courseSpeed(devices(), window, wanted01);
    reached01 = velocity01;
    const isSame = course.window === window && Math.abs(legMs - course.legMs) <= SAME_SPEED * legMs;
    if (!isSame) change();
    report();
  }

  function change(): void {
    if (!run || !course) return;
    const nowMs = run.media.timelineMs();
    const next = courseFrom(placeOnCourse(course, run.media.runs() ? arrivalMs(run.media) : nowMs));
    course = courseThatBecomes(course, next, nowMs - BEHIND_MS);
    const points = pointsToColumns(course.points);
    run.own.continueWith(points);
    run.followers.continueWith(points);
    extendLater();
  }

  function extendLater(): void {
    cancelExtension();
    if (!run || !course) return;
    const halfMs = (course.points.at(-1)?.t ?? 0) - (LEGS / 2) * course.legMs;
    cancelExtension = time.after(halfMs - run.media.timelineMs(), change);
  }

  function end(error?: DeviceError): void {
    atRest.setGoesOn(false);
    endRun(error);
  }

  function endRun(error?: DeviceError): void {
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

  function begin(resting?: ReadonlySet<string>): void {
    const media = createTimelineMedia({
      ...{ time, durationMs: ENDLESS_MS, serverNow: time.monotonic, onLeft: () => end() },
    });
    course = courseFrom({ atMs: BEHIND_MS, share: sliderShare(own) ?? window.min, goesUp: true });
    const follow = (playing: boolean) =>
      media.follow({ playing, positionMs: BEHIND_MS, atMs: time.monotonic(), rate: 1 });
    follow(false);
    const playing = {
      ...({ time, media, features: {}, leadIn: false, clock: own.clock } as const),
      script: { points: pointsToColumns(course.points) },
      toVibration: async (points: ScriptColumns) => scriptToVibration(points),
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
      followers: playOnFollowers({ ...playing, linked, ...(resting && { resting }) }),
      undos: [
        own.store.subscribe((now, before) => (isStopBegun(now, before) ? end() : report())),
        group.subscribe(update),
      ],
    };
    follow(true);
    extendLater();
    report();
  }

  /** The keys of followers that rested when the strokes were ended for a change of the stroke: it does not move them again. */
  let resting: ReadonlySet<string> = new Set();
  const atRest = createStrokeAtRest({
    ...{ own, group, time, isMoving: () => devices().some(({ store }) => isPlayingStream(store.getState())) },
    pause() {
      const ran = run !== undefined;
      const { members } = linked.followers.getState();
      if (run) resting = new Set(members.filter(({ part }) => part === 'rests').map((member) => member.connectionKey));
      // A start that is under way is not refused: the strokes begin afterwards.
      settleStart();
      endRun();
      return ran;
    },
    begin: () => isWanted() && begin(resting),
  });

  return {
    isRunning: () => run !== undefined || atRest.goesOn(),
    setStroke: atRest.setStroke,
    update,
    end: () => end(),
    releaseFollowers: () => run?.followers.close(),
    hamp: {
      async start() {
        if (run) return state();
        if (atRest.isResting()) {
          atRest.setGoesOn(true);
          return state();
        }
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
        wanted01 = 0;
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
        wanted01 = velocity;
        if (!run && !atRest.isResting()) return group.hamp.setVelocity(velocity);
        update();
        return state();
      },
      async setStroke(zone) {
        window = zone;
        if (!run && !atRest.isResting()) return group.hamp.setStroke(zone);
        update();
        return state();
      },
    },
  };
}
