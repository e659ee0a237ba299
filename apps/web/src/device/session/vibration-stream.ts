import { firstIndexAtOrAfter, pointsToColumns, type ScriptColumns, scriptToVibration } from '@tactus/motion';
import { DeviceMode } from '@tactus/protocol';
import {
  createPointStream,
  type Device,
  isStopBegun,
  type PointStream,
  type PointStreamOptions,
  type PointStreamState,
  type RecordedPoints,
  type StreamPhase,
  toDeviceError,
} from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import { createStore } from 'zustand/vanilla';
import { isDeliveryError } from './reachability-wait.ts';
import { createVibrationScriptPlayback, vibrationCallsOf } from './vibration-playback.ts';

/** What a page needs of a stream whose points are all known. */
export type RecordedStream = Pick<
  PointStream,
  'store' | 'positionMs' | 'play' | 'pause' | 'resume' | 'replaceFrom' | 'setRate' | 'setLoop' | 'stop' | 'close'
>;

/** The options of a stream whose points are all known. */
export type RecordedStreamOptions = PointStreamOptions & {
  readonly source: { readonly points: RecordedPoints };
  /** Beats also while the page is hidden. */
  readonly heartbeat?: Time['every'] | undefined;
  /** The machine has slept, and the stream was stopped. */
  readonly onSlept?: (() => void) | undefined;
};

/**
 * Creates a stream of points: for a device that `vibrates` and has no slider, of strengths in place of positions. A sleep of the
 * machine stops it.
 */
export function createRecordedStream(
  device: Device,
  vibrates: boolean,
  options: RecordedStreamOptions,
): RecordedStream {
  return vibrates
    ? createVibrationStream(device, options)
    : stopAfterSleep(createPointStream(device, options), options);
}

/** A stream in one of these phases moves the device, or may go on by itself. */
const MAY_MOVE: ReadonlySet<StreamPhase> = new Set([
  ...(['leading-in', 'starting', 'waiting', 'playing', 'starving', 'interrupted'] as const),
]);

/** Stops the stream after a sleep of the machine: hours later nobody expects the device to move. */
function stopAfterSleep(
  stream: PointStream,
  { time, heartbeat, onSlept }: Pick<RecordedStreamOptions, 'time' | 'heartbeat' | 'onSlept'>,
): RecordedStream {
  let watch: SleepWatch | undefined;
  function onSleep(): void {
    void stream.stop();
    onSlept?.();
  }
  stream.store.subscribe(() => {
    // What the machine learns as it wakes, as that the device is away, may come before a timer.
    watch?.check();
    if (MAY_MOVE.has(stream.store.getState().phase)) watch ??= watchSleep({ time, heartbeat, onSleep });
    else {
      watch?.close();
      watch = undefined;
    }
  });
  return {
    ...stream,
    replaceFrom(fromMs, points) {
      watch?.check();
      return stream.replaceFrom(fromMs, points);
    },
  };
}

const AT_REST: PointStreamState = {
  ...{ phase: 'idle', streamId: undefined, error: undefined, bufferedMs: 0, headroomMs: 0, leadMs: 0 },
  ...{ sentPoints: 0, playedPoints: 0, starvations: 0, steppedDown: 0, minGapMs: 0 },
};
const ACTIVE: ReadonlySet<StreamPhase> = new Set(['starting', 'playing']);

/**
 * Plays points on a device without a slider: it vibrates the stronger, the faster the points move. Nothing is stored on the
 * device, so that the amounts of its state stay 0. A sleep of the machine stops it. Times are of the script, ms; methods reject
 * with `DeviceError`. @internal
 */
export function createVibrationStream(
  device: Device,
  options: {
    readonly time: Time;
    readonly heartbeat?: Time['every'] | undefined;
    readonly onSlept?: (() => void) | undefined;
    readonly source: { readonly points: RecordedPoints };
    readonly rate?: number | undefined;
    readonly loop?: boolean | undefined;
  },
): RecordedStream {
  const { time, heartbeat } = options;
  const store = createStore<PointStreamState>(() => AT_REST);
  let { rate = 1, loop = false } = options;
  let columns = columnsOf(options.source.points);
  /** Where it stands, or stood at `sinceMs`. */
  let placeMs = 0;
  /** Monotonic ms; undefined while it stands. */
  let sinceMs: number | undefined;
  /** Rises with every start, pause and end: an answer to an earlier one changes nothing. */
  let generation = 0;
  let cancelEnd: Undo = () => undefined;
  /** While it is active. */
  let watch: SleepWatch | undefined;
  const playback = createVibrationScriptPlayback({
    time: { ...time, every: (periodMs, run) => (watch ?? time).every(periodMs, run) },
    ...{ serverNow: time.monotonic, port: vibrationCallsOf(device), onError: failed },
    strengths: Promise.resolve(scriptToVibration(columns)),
  });
  const unwatch = device.store.subscribe((now, before) => {
    const { phase } = store.getState();
    // A device that comes back may still vibrate, and nothing follows the points any more.
    if (phase === 'interrupted' && now.connected && !before.connected) void device.stop();
    if (!ACTIVE.has(phase)) return;
    if (isStopBegun(now, before)) endWith('stopped');
    else if (!now.connected && before.connected) endWith('interrupted');
    else if (phase === 'playing' && now.mode !== before.mode && now.mode !== DeviceMode.VIBRATE) endWith('taken-over');
  });

  const endMs = () => columns.timesMs.at(-1) ?? 0;
  const isActive = () => ACTIVE.has(store.getState().phase);

  function positionMs(): number {
    const ms = placeMs + (sinceMs === undefined ? 0 : (time.monotonic() - sinceMs) * rate);
    return loop && endMs() > 0 ? ms % endMs() : Math.min(ms, endMs());
  }

  function standAt(ms: number): void {
    generation += 1;
    cancelEnd();
    placeMs = ms;
    sinceMs = undefined;
  }

  function endWith(phase: StreamPhase, error?: PointStreamState['error']): void {
    standAt(positionMs());
    playback.halt();
    watch?.close();
    watch = undefined;
    store.setState({ phase, error });
  }

  /** Strengths that could not be sent are replaced by the next ones; another failure ends the stream. */
  function failed(thrown: unknown): void {
    const error = toDeviceError(thrown);
    if (!isActive() || error.code === 'aborted' || isDeliveryError(error)) return;
    endWith('failed', error);
    void device.stop();
  }

  function slept(): void {
    endWith('stopped');
    void device.stop();
    options.onSlept?.();
  }

  async function playFrom(ms: number): Promise<void> {
    standAt(ms);
    watch ??= watchSleep({ time, heartbeat, onSleep: slept });
    const mine = generation;
    sinceMs = time.monotonic();
    if (!isActive()) store.setState({ phase: 'starting', error: undefined });
    scheduleEnd();
    try {
      await playback.play({ scriptMs: ms, atServerMs: sinceMs, rate, loop: false });
    } catch (thrown) {
      if (mine === generation) endWith('failed', toDeviceError(thrown));
      throw toDeviceError(thrown);
    }
    if (mine === generation) store.setState({ phase: 'playing' });
  }

  function scheduleEnd(): void {
    cancelEnd();
    cancelEnd = (watch ?? time).after((endMs() - positionMs()) / rate, () => {
      if (loop && endMs() > 0) playFrom(0).catch(failed);
      else {
        endWith('ended');
        playback.stop().catch(() => device.stop());
      }
    });
  }

  /** Goes on from the same place after a change of the points, the rate or the loop. */
  async function change(apply: () => void): Promise<void> {
    watch?.check();
    const ms = positionMs();
    apply();
    if (isActive()) await playFrom(loop && endMs() > 0 ? ms % endMs() : Math.min(ms, endMs()));
    else placeMs = Math.min(ms, endMs());
  }

  return {
    store,
    positionMs,
    play: ({ fromMs = positionMs() } = {}) => playFrom(Math.min(fromMs, endMs())),
    resume: () => playFrom(positionMs()),
    async pause() {
      endWith('paused');
      await playback.stop().catch((thrown: unknown) => {
        void device.stop();
        throw toDeviceError(thrown);
      });
    },
    replaceFrom: (fromMs, points) =>
      change(() => {
        columns = joinedColumns(columns, fromMs, columnsOf(points));
        playback.setStrengths(Promise.resolve(scriptToVibration(columns)));
      }),
    setRate: (next) =>
      change(() => {
        rate = next;
      }),
    setLoop: (next) =>
      change(() => {
        loop = next;
      }),
    stop() {
      endWith('stopped');
      return device.stop();
    },
    close() {
      const mayVibrate = isActive();
      endWith('closed');
      unwatch();
      if (mayVibrate) void device.stop();
    },
  };
}

/** Points as columns. */
export const columnsOf = (points: RecordedPoints): ScriptColumns =>
  'timesMs' in points ? points : pointsToColumns(points);

/** The points of one script before a time, and those of another from then on. */
export function joinedColumns(before: ScriptColumns, fromMs: number, next: ScriptColumns): ScriptColumns {
  const [kept, from] = [firstIndexAtOrAfter(before, fromMs), firstIndexAtOrAfter(next, fromMs)];
  return {
    timesMs: Uint32Array.from([...before.timesMs.subarray(0, kept), ...next.timesMs.subarray(from)]),
    positions: Uint8Array.from([...before.positions.subarray(0, kept), ...next.positions.subarray(from)]),
  };
}
