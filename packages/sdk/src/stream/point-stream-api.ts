import type { ScriptColumns, ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { LeadInOptions } from '../commands/move-to-playback-start.ts';
import type { StopResult } from '../control/stop-sender.ts';
import type { CloudFeatures } from '../device-api.ts';
import type { DeviceError } from '../errors.ts';

/**
 * The phase of a stream. `waiting`: a live stream without points ahead. `starving`: the device ran out of points; the
 * stream rejoins by itself. `interrupted`: the device was disconnected; once it is back, `play()` continues.
 * `taken-over`: another mode, tab or app has the device. `failed`: see `error`.
 */
export type StreamPhase =
  | 'idle'
  | 'leading-in'
  | 'starting'
  | 'waiting'
  | 'playing'
  | 'starving'
  | 'paused'
  | 'ended'
  | 'stopped'
  | 'interrupted'
  | 'taken-over'
  | 'failed'
  | 'closed';

/** The public state of a stream. Amounts are as of the last change, at most half a second old while it plays. */
export interface PointStreamState {
  readonly phase: StreamPhase;
  /** The stream's number at the device, a new one each time it is set up; undefined before the first. */
  readonly streamId: number | undefined;
  /** How long the points that the device is known to hold will last, ms. */
  readonly bufferedMs: number;
  /** Points sent since the stream was created, those sent again after a seek or an edit included. */
  readonly sentPoints: number;
  /** Points whose time has come. */
  readonly playedPoints: number;
  /** How often the device ran out of points that it should have had. */
  readonly starvations: number;
  /** The rest of the buffer after the slowest recent round trip, ms; below 0 it may run out. */
  readonly headroomMs: number;
  /** The intended lead, ms; `Infinity` where the device's buffer is filled. */
  readonly leadMs: number;
  /** How often it stepped down since `play()` because it starved repeatedly: fewer points, live a longer lead too. */
  readonly steppedDown: number;
  /** The minimum gap between points, ms, because it stepped down; 0: all are sent. */
  readonly minGapMs: number;
  /** Why it failed or was taken over, if an error is the reason. */
  readonly error: DeviceError | undefined;
}

/** To be read and watched. Fits zustand's `useStore`. */
export type PointStreamStore = Readonly<Pick<StoreApi<PointStreamState>, 'getState' | 'getInitialState' | 'subscribe'>>;

/** Points that are all known: `t` in ms of the script, rising, `x` 0..100 of the stroke. Columns are for long scripts. */
export type RecordedPoints = readonly ScriptPoint[] | ScriptColumns;

/**
 * The source of the points. Recorded: all are known. Live: they are
 * pushed as they come, and their times advance in real time.
 */
export type StreamSource = { readonly points: RecordedPoints } | { readonly live: true };

/** The options of a stream. */
export interface PointStreamOptions {
  readonly time: Time;
  readonly source: StreamSource;
  /** The cloud's features. With leases the device's whole buffer is filled, since a lost client ends the motion. */
  readonly features?: Pick<CloudFeatures, 'leases'> | undefined;
  /** The longest lead if the cloud has no leases, ms; default `STREAM_LEAD_MAX_MS`. */
  readonly leadMs?: number;
  /** The most points in one request, 1 to 100; default 100. */
  readonly pointsPerRequest?: number;
  /** At what share of the lead, or of the buffer, a refill begins, above 0 and below 1; default by the kind of source. */
  readonly refillShare?: number;
  /** Repeats a recorded script from its end; default no. */
  readonly loop?: boolean;
  /** Share of the script's own speed; default 1. */
  readonly rate?: number;
  /** The slider's speed from its position to a new course, mm/s; default `JOIN_SPEED_MM_S`. */
  readonly joinSpeedMmS?: number;
  /** How the slider moves to a start; `false`: without a lead-in, it joins the course instead. */
  readonly leadIn?: Pick<LeadInOptions, 'speedMmS'> | false;
}

/** A correction of a playback's clock: at `scriptMs` at the time `atServerMs` of the cloud's clock; whole ms. */
export interface PlaybackClockCorrection {
  readonly scriptMs: number;
  readonly atServerMs: number;
  /** The share of the difference to remove: 1 jumps there; default 0.5. */
  readonly filter?: number | undefined;
}

/** The longest lead if the cloud has no leases, ms: the motion of a killed client goes on that long. */
export const STREAM_LEAD_MAX_MS = 30_000;
/** The slider's speed onto a new course, mm/s. */
export const JOIN_SPEED_MM_S = 200;

/**
 * Plays points on a device: fills its buffer, refills it in time, and plays on over slow connections. Times are of the
 * script, ms. Methods reject with `DeviceError`: 'bad-input' for invalid input, 'aborted' when a newer request replaced
 * them, else the error of the device or the cloud.
 */
export interface PointStream {
  readonly store: PointStreamStore;
  /** The current time of the script; while nothing plays, the time at which it will continue. */
  positionMs(): number;
  /**
   * Sets the stream up, moves the slider to the start and plays; from the current time, or from `fromMs`. Resolves when
   * it plays (live without points: when it waits for them).
   */
  play(options?: { readonly fromMs?: number }): Promise<void>;
  pause(): Promise<void>;
  /** Continues at the paused time; after anything else as `play()` does. */
  resume(): Promise<void>;
  /**
   * Continues at another time: one request, with points from the slider's position to the new course. With `runsOn` it is
   * the time of a medium that plays: it goes on until the device plays too.
   */
  seek(ms: number, options?: { readonly runsOn?: boolean }): Promise<void>;
  /** Replaces the points from a time on: one request as for `seek`. Recorded sources. */
  replaceFrom(fromMs: number, points: RecordedPoints): Promise<void>;
  /**
   * Replaces the points without another start, and so without a jump: up to the time at which the request arrives they must
   * be the same as before. Recorded sources that are not looped.
   */
  continueWith(points: RecordedPoints): void;
  /** Appends points to a live source, times rising. */
  push(points: readonly ScriptPoint[]): void;
  /** No more points will be pushed: the stream ends when the last one is played. */
  finish(): void;
  setRate(rate: number): Promise<void>;
  setLoop(loop: boolean): Promise<void>;
  /** Corrects the playback's clock, for a script that is not looped. Resolves with whether the device plays. */
  syncTime(sync: PlaybackClockCorrection): Promise<boolean>;
  /** Stops the device, as `Device.stop` does, and ends the playing. */
  stop(): Promise<StopResult>;
  /** Ends everything, timers included; stops the device if this stream moves it. */
  close(): void;
  /** Resolves once no play is on its way: one that was sent before a stop may be executed after it, and is followed by another stop. */
  settled(): Promise<unknown>;
}
