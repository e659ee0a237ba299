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
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import { type FollowerPlayback, playOnFollowers, type ScriptFollowers } from './follower-playback.ts';
import { type FollowerScript, openFollowerScript } from './follower-script.ts';
import type { RunningStrokes } from './followers.ts';
import { createStrokeAtRest } from './stroke-at-rest.ts';
import {
  courseSpeed,
  courseThatBecomes,
  leadMsOf,
  placeOnCourse,
  type StrokeCourse,
  type StrokePlace,
  sliderShare,
  strokeCourseFrom,
} from './stroke-course.ts';

/** Legs that are made at a time; the next ones are made when half of them are over, which is checked so often. */
const LEGS = 600;
const EXTEND_EVERY_MS = 10_000;
/** The course is laid this long before, for devices that are behind, and behind its present place, ms. */
const BEHIND_MS = 5_000;
/** The course has no end that is ever reached, ms. */
const ENDLESS_MS = 1e8;
/** A smaller change of the speed is not sent. */
const SAME_SPEED = 0.001;

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
  readonly undos: readonly Undo[];
  readonly watch: SleepWatch;
  /** Undefined while the strokes rest. */
  readonly own: FollowerScript | undefined;
  readonly followers: FollowerPlayback | undefined;
}

/**
 * Strokes in step: a course that every device, the one in use too, plays as a script on one clock. Another velocity or zone is
 * another course from a moment on that is so late that all devices have it by then: none of them jumps.
 */
export function createSharedStrokes(parts: {
  readonly own: Device;
  readonly group: DeviceGroup;
  readonly time: Time;
  /** Beats also while the page is hidden. */
  readonly heartbeat: Time['every'] | undefined;
  readonly linked: ScriptFollowers;
  /** Whether a start is to begin strokes in step; else the commands go to each device. */
  readonly isWanted: () => boolean;
  readonly onChange: (running: RunningStrokes) => void;
  /** A sleep of the machine has ended the strokes. */
  readonly onSlept: () => void;
}): SharedStrokes {
  const { own, group, time, heartbeat, linked, isWanted, onChange, onSlept } = parts;
  let run: Run | undefined;
  let window: StrokeWindow = FULL_WINDOW;
  let wanted01 = 0;
  let reached01 = 0;
  let course: StrokeCourse | undefined;
  let reported: RunningStrokes | undefined;
  /** Ends the wait of a start. */
  let settleStart: (error?: DeviceError) => void = () => undefined;

  const isPlayingStream = ({ mode, hsp }: DeviceState) => mode === DeviceMode.HSP && isHspPlaying(hsp);
  const mayMove = (state: DeviceState) => isPlayingStream(state) || state.stopPhase === 'stopping';
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

  /** The course from a place on, as fast as is wanted and all devices can. */
  function courseFrom(place: StrokePlace): StrokeCourse {
    const { legMs, velocity01 } = courseSpeed(devices(), window, wanted01);
    reached01 = velocity01;
    return strokeCourseFrom(place, { window, legMs, legs: LEGS });
  }

  /** Takes over another velocity, zone, stroke or limit, and lays the course further before it ends. */
  function update(): void {
    if (!run?.own || !course || atRest.restsAfterChange()) return;
    const nowMs = run.media.timelineMs();
    const { legMs, velocity01 } = courseSpeed(devices(), window, wanted01);
    reached01 = velocity01;
    const isSame = course.window === window && Math.abs(legMs - course.legMs) <= SAME_SPEED * legMs;
    const leftMs = (course.points.at(-1)?.t ?? 0) - nowMs;
    if (!isSame || leftMs < (LEGS / 2) * course.legMs) {
      const aheadMs = Math.max(0, ...linked.followers.getState().members.map(({ offsetMs }) => offsetMs));
      const next = courseFrom(placeOnCourse(course, nowMs + aheadMs + leadMsOf(devices())));
      course = courseThatBecomes(course, next, nowMs - BEHIND_MS);
      const points = pointsToColumns(course.points);
      run.own.continueWith(points);
      run.followers?.continueWith(points);
    }
    report();
  }

  function end(): void {
    const ended = run;
    run = undefined;
    settleStart(toDeviceError(new DOMException('Stopped', 'AbortError')));
    if (!ended) return;
    for (const undo of ended.undos) undo();
    ended.media.pause();
    ended.own?.close();
    ended.followers?.close();
    ended.media.close();
  }

  function slept(): void {
    end();
    onSlept();
  }

  /** While the strokes rest, a play of theirs that is late is stopped again, which ends none. */
  function isStopped(now: DeviceState, before: DeviceState): boolean {
    const { stopPhase } = atRest.isResting() ? before : now;
    return isStopBegun({ ...now, stopPhase }, before);
  }

  function begin(): void {
    const media = createTimelineMedia({
      ...{ time, durationMs: ENDLESS_MS, serverNow: time.monotonic, onLeft: end },
    });
    const watch = watchSleep({ time, heartbeat, onSleep: slept });
    watch.every(EXTEND_EVERY_MS, update);
    media.follow({ playing: true, positionMs: BEHIND_MS, atMs: time.monotonic(), rate: 1 });
    run = {
      ...{ media, watch, own: undefined, followers: undefined },
      undos: [
        own.store.subscribe((now, before) => (isStopped(now, before) ? end() : report())),
        group.subscribe(update),
        watch.close,
      ],
    };
    if (!atRest.isResting()) moveAll();
  }

  /** Makes all devices join a course, from where the slider of the one in use is. */
  function moveAll(): void {
    run?.watch.check();
    if (!run) return;
    const { media, followers } = run;
    atRest.note();
    course = courseFrom({ atMs: media.timelineMs(), share: sliderShare(own) ?? window.min, goesUp: true });
    const points = pointsToColumns(course.points);
    const playing = {
      ...({ time, media, features: {}, leadIn: false, clock: own.clock } as const),
      script: { points },
      toVibration: async (columns: ScriptColumns) => scriptToVibration(columns),
    };
    run = {
      ...run,
      own: openFollowerScript({
        ...{ ...playing, device: own, onHindrance: () => undefined },
        onError(error) {
          settleStart(error);
          linked.reportFailure(own, error);
        },
      }),
      followers: followers ?? playOnFollowers({ ...playing, linked }),
    };
    followers?.continueWith(points);
    void followers?.hold(false);
    report();
  }

  const atRest = createStrokeAtRest({
    ...{ devices, group, time, isMoving: () => devices().some(({ store }) => mayMove(store.getState())) },
    hold() {
      // A start that is under way is not refused: the strokes begin afterwards.
      settleStart();
      const held = run;
      // A Stop that this sends ends no strokes.
      run = undefined;
      if (!held) return undefined;
      held.own?.close();
      run = { ...held, own: undefined };
      return Promise.all([held.own?.settled(), held.followers?.hold(true)]);
    },
    release: moveAll,
  });

  /** Takes a change over in the strokes, or sends it to each device where there are none. */
  async function changed(send: () => Promise<HampState>): Promise<HampState> {
    if (!run) return send();
    update();
    return state();
  }

  return {
    isRunning: () => run !== undefined,
    setStroke: atRest.setStroke,
    update,
    end,
    releaseFollowers: () => run?.followers?.close(),
    hamp: {
      async start() {
        const isResting = atRest.isResting();
        if (run && !isResting) return state();
        const now = own.store.getState();
        const canStream = now.connected && hasSlider(now) && !hasLegacyFirmware(now);
        if (!isWanted() || !canStream) return group.hamp.start();
        if (!run) wanted01 = 0;
        // All move afterwards, also those that somebody had stopped.
        end();
        const started = new Promise<void>((resolve, reject) => {
          settleStart = (error) => (error ? reject(error) : resolve());
        });
        if (isResting) settleStart();
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
      setVelocity(velocity) {
        wanted01 = velocity;
        return changed(() => group.hamp.setVelocity(velocity));
      },
      setStroke(zone) {
        window = zone;
        return changed(() => group.hamp.setStroke(zone));
      },
    },
  };
}
