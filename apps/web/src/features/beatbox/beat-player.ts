import {
  columnAt,
  extendLapPlan,
  lapAt,
  lapEndMs,
  lapPlanWithBeat,
  lapPlanWithTempo,
  pointsOfLaps,
  pointsToColumns,
  type ScriptColumns,
} from '@tactus/motion';
import type { DeviceError, PointStreamState } from '@tactus/sdk';
import type { Time, Undo } from '@tactus/time';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RecordedStream } from '../../device/session/vibration-stream.ts';
import {
  type BeatPlaybackSource,
  beatsOfLap,
  hasAnyStroke,
  isSameExceptTempo,
  nextLap,
  type PlaybackSourceContent,
  type PlayedLap,
} from './played-laps.ts';

/** The state of the beat player: what plays, its phase, and the last error. */
export interface BeatPlayerState {
  /** Undefined while nothing plays. */
  readonly what: BeatPlaybackSource | undefined;
  readonly phase: PointStreamState['phase'];
  readonly error: DeviceError | undefined;
}

/** The place in the beat that plays now. */
export interface CurrentBeatPosition {
  /** The number of the saved beat; empty for the beat in the editor. */
  readonly uuid: string;
  /** In columns of its grid. */
  readonly column: number;
}

/** A beat of the music and when it is due, monotonic ms. */
export interface ScheduledBeat {
  readonly atMs: number;
  /** It begins a lap. */
  readonly isFirst: boolean;
}

/** Plays beats without an end: laps are planned ahead, and a change takes effect at a moment in the future. */
export interface BeatPlayer {
  readonly state: StoreApi<BeatPlayerState>;
  /** Plays a source; replaces a running one from its next lap on. */
  play(what: BeatPlaybackSource): void;
  stop(): void;
  /** The source has changed: the device gets the change once the hand has come to rest. */
  change(content: PlaybackSourceContent): void;
  /** Undefined while nothing plays. */
  now(): CurrentBeatPosition | undefined;
  /** The beats of a coming period; none while nothing plays. */
  beatsBetween(fromMs: number, toMs: number): readonly ScheduledBeat[];
  /** Ends playing, and stops the device if it moves. */
  close(): void;
}

/** How far ahead laps are planned, and the remainder at which more are planned. */
const HORIZON_MS = 60 * 60_000;
const LEAST_AHEAD_MS = 5 * 60_000;
const POLL_EVERY_MS = 60_000;
/** How long after it is sent a change takes effect: a slow cloud has received it by then. */
const AHEAD_MS = 600;
const SETTLE_MS = 200;
/** How long past laps are retained: the next points sent to the device begin with them. */
const RETAINED_MS = 5_000;

/** Phases in which the stream moves the device, is about to, or may find that the device never stopped. */
const ACTIVE: ReadonlySet<PointStreamState['phase']> = new Set([
  ...(['leading-in', 'starting', 'waiting', 'playing', 'starving', 'interrupted'] as const),
]);

/** Creates a beat player that is not playing; `open` creates the stream of points that goes to the device. */
export function createBeatPlayer(parts: {
  readonly time: Time;
  readonly open: (points: ScriptColumns) => RecordedStream;
  /** A random number, 0..1, for the order of a shuffled playlist. */
  readonly share: () => number;
  readonly content: PlaybackSourceContent;
  readonly onError: (error: unknown) => void;
}): BeatPlayer {
  const { time } = parts;
  let { content } = parts;
  let laps: readonly PlayedLap[] = [];
  let stream: RecordedStream | undefined;
  let cancelSettle: Undo = () => undefined;
  let unwatch: Undo = () => undefined;
  const state = createStore<BeatPlayerState>(() => ({ what: undefined, phase: 'idle', error: undefined }));
  const what = () => state.getState().what;
  const endMs = () => laps.reduce((_, lap) => lapEndMs(lap), 0);
  const cancelPolling = time.every(POLL_EVERY_MS, () => {
    if (stream && what() && endMs() - stream.positionMs() < LEAST_AHEAD_MS) publish(laps);
  });

  const next = (before: PlayedLap | undefined) => nextLap(before, what(), content, parts.share);

  /** Plans further laps after these, and sends them to the device. */
  function publish(retained: readonly PlayedLap[]): void {
    if (!stream) return;
    const nowMs = stream.positionMs();
    const recent = retained.filter((lap, index) => lapEndMs(lap) > nowMs - RETAINED_MS || index >= retained.length - 2);
    laps = extendLapPlan(recent, nowMs + HORIZON_MS, next);
    stream.replaceFrom(0, pointsToColumns(pointsOfLaps(laps))).catch(parts.onError);
  }

  /** The laps that have begun by the time a change takes effect. */
  const begunBy = (atMs: number) => laps.filter((lap, index) => index === 0 || lap.startMs < atMs);

  /** Applies the changes since the laps were planned. */
  function settle(): void {
    const playing = what();
    if (!stream || playing === undefined) return;
    const fromMs = stream.positionMs() + AHEAD_MS;
    if (!hasAnyStroke(playing, content)) void stream.stop();
    else if (playing === 'playlist') publish(begunBy(fromMs));
    else takeUpBeat(fromMs);
  }

  function takeUpBeat(fromMs: number): void {
    const planned = laps.at(-1);
    const { beat, tempoAtHalf: atHalf } = content;
    let retained = laps;
    if (planned && !isSameExceptTempo(planned.beat, beat))
      retained = extendLapPlan(lapPlanWithBeat(retained, { fromMs, beat }), endMs(), next);
    if (planned && planned.laterCellMs !== beat.cellMs)
      retained = lapPlanWithTempo(retained, { fromMs, cellMs: beat.cellMs, atHalf });
    if (retained !== laps) publish(retained);
  }

  function start(): void {
    unwatch();
    stream?.close();
    laps = extendLapPlan<PlayedLap>([], HORIZON_MS, next);
    const opened = parts.open(pointsToColumns(pointsOfLaps(laps)));
    stream = opened;
    unwatch = opened.store.subscribe(({ phase, error }) =>
      state.setState({ phase, error, what: ACTIVE.has(phase) ? what() : undefined }),
    );
    opened.play({ fromMs: 0 }).catch(parts.onError);
  }

  return {
    state,
    play(wanted) {
      cancelSettle();
      if (!hasAnyStroke(wanted, content)) return;
      const isOn = what() !== undefined;
      state.setState({ what: wanted, error: undefined });
      if (isOn && stream) publish(begunBy(stream.positionMs() + AHEAD_MS));
      else start();
    },
    stop() {
      cancelSettle();
      void stream?.stop();
    },
    change(changed) {
      content = changed;
      cancelSettle();
      if (what() !== undefined) cancelSettle = time.after(SETTLE_MS, settle);
    },
    now() {
      if (!stream || state.getState().phase !== 'playing') return undefined;
      const streamMs = stream.positionMs();
      const lap = lapAt(laps, streamMs);
      return lap && { uuid: lap.uuid, column: columnAt(lap, streamMs) };
    },
    beatsBetween(fromMs, toMs) {
      if (!stream || state.getState().phase !== 'playing') return [];
      const startMs = time.monotonic() - stream.positionMs();
      return laps
        .filter((lap) => lapEndMs(lap) + startMs > fromMs && lap.startMs + startMs < toMs)
        .flatMap(beatsOfLap)
        .map(({ atMs, isFirst }) => ({ atMs: atMs + startMs, isFirst }))
        .filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
    },
    close() {
      cancelSettle();
      cancelPolling();
      unwatch();
      stream?.close();
      stream = undefined;
      state.setState({ what: undefined, phase: 'closed' });
    },
  };
}
