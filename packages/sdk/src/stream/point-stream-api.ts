import type { ScriptColumns, ScriptPoint } from '@tactus/motion';
import type { Time } from '@tactus/time';
import type { StoreApi } from 'zustand/vanilla';
import type { LeadInOptions } from '../commands/lead-in.ts';
import type { StopResult } from '../control/stop-lane.ts';
import type { CloudFeatures } from '../device-api.ts';
import type { DeviceError } from '../errors.ts';

/**
 * What a stream is doing. `waiting`: a live stream without points ahead. `starving`: the device ran out of points; it is
 * rejoined by itself. `interrupted`: the device was lost; once it is back, `play()` goes on. `taken-over`: another mode,
 * tab or app has the device. `failed`: see `error`.
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

/** A stream as others see it. Amounts are as of the last change, at most half a second old while it plays. */
export interface PointStreamState {
  readonly phase: StreamPhase;
  /** The stream's number at the device, another one each time it is set up; undefined before the first. */
  readonly streamId: number | undefined;
  /** How long what the device is known to hold will last, ms. */
  readonly bufferedMs: number;
  /** Points sent since the stream was made, those sent again after a seek or an edit included. */
  readonly sentPoints: number;
  /** Points whose time has come. */
  readonly playedPoints: number;
  /** How often the device ran out of points that it should have had. */
  readonly starvations: number;
  /** What would be left of the buffer after the slowest round trip of late, ms; below 0 it may run out. */
  readonly headroomMs: number;
  /** The lead that is aimed at, ms; `Infinity` where the device's buffer is filled. */
  readonly leadMs: number;
  /** How often it stepped down since `play()` because it starved repeatedly: fewer points, live a longer lead too. */
  readonly steppedDown: number;
  /** Points are at least so far apart, ms, because it stepped down; 0: all are sent. */
  readonly minGapMs: number;
  /** Why it failed or was taken over, where an error has the reason. */
  readonly error: DeviceError | undefined;
}

/** To be read and watched. Fits zustand's `useStore`. */
export type PointStreamStore = Readonly<Pick<StoreApi<PointStreamState>, 'getState' | 'getInitialState' | 'subscribe'>>;

/** Points that are all known: `t` in ms of the script, rising, `x` 0..100 of the stroke. Columns are for long scripts. */
export type RecordedPoints = readonly ScriptPoint[] | ScriptColumns;

/**
 * Where points come from. Recorded: all are known. Live: they are
 * pushed as they come, and their times run as real time does.
 */
export type StreamSource = { readonly points: RecordedPoints } | { readonly live: true };

/** What a stream is made of. */
export interface PointStreamOptions {
  readonly time: Time;
  readonly source: StreamSource;
  /** What the cloud can do. Where it has leases the device's whole buffer is filled, since a lost client ends the motion. */
  readonly features?: Pick<CloudFeatures, 'leases'> | undefined;
  /** The most that is sent ahead where the cloud has no leases, ms; default `STREAM_LEAD_MS`. */
  readonly leadMs?: number;
  /** The most points in one request, 1 to 100; default 100. */
  readonly pointsPerRequest?: number;
  /** What share of the lead, or of the buffer, may be left before it is refilled, above 0 and below 1; default as it suits. */
  readonly refillShare?: number;
  /** Starts a recorded script anew at its end; default no. */
  readonly loop?: boolean;
  /** Share of the script's own speed; default 1. */
  readonly rate?: number;
  /** How fast the slider may go from where it is to where a new course is, mm/s; default `JOIN_SPEED_MM_S`. */
  readonly joinSpeedMmS?: number;
  /** How the slider is led to a start; `false`: it is not, and joins the course instead. */
  readonly leadIn?: Pick<LeadInOptions, 'speedMmS'> | false;
}

/** Where the clock of a playback should stand: at `scriptMs` at the moment `atServerMs` of the cloud's clock; whole ms. */
export interface TimeSync {
  readonly scriptMs: number;
  readonly atServerMs: number;
  /** The share of the difference to take away: 1 jumps there; default 0.5. */
  readonly filter?: number | undefined;
}

/** The most that is sent ahead where the cloud has no leases, ms: so long a killed client's motion goes on. */
export const STREAM_LEAD_MS = 30_000;
/** How fast the slider goes onto a new course, mm/s. */
export const JOIN_SPEED_MM_S = 200;

/**
 * Plays points on a device: fills its buffer, refills it in time, and goes on through slow links. Times are of the
 * script, ms. Methods reject with `DeviceError`: 'bad-input' for what makes no sense, 'aborted' when something newer took
 * their place, else what the device or the cloud answered.
 */
export interface PointStream {
  readonly store: PointStreamStore;
  /** Where the script stands now; while nothing plays, where it will go on. */
  positionMs(): number;
  /**
   * Sets the stream up, leads the slider to the start and plays; from where it stands, or from `fromMs`. Resolves when it
   * plays (live without points: when it waits for them).
   */
  play(options?: { readonly fromMs?: number }): Promise<void>;
  pause(): Promise<void>;
  /** Goes on where it paused; after anything else as `play()` does. */
  resume(): Promise<void>;
  /** Goes on from another time: one request, with the points from where the slider is to the new course in it. */
  seek(ms: number): Promise<void>;
  /** From a time on, other points: one request as for `seek`. Recorded sources. */
  replaceFrom(fromMs: number, points: RecordedPoints): Promise<void>;
  /** More points of a live source, times rising. */
  push(points: readonly ScriptPoint[]): void;
  /** No more points will be pushed: it ends when the last one is played. */
  finish(): void;
  setRate(rate: number): Promise<void>;
  setLoop(loop: boolean): Promise<void>;
  /** Corrects the clock of what plays, for a script that is not looped. Resolves with whether the device plays. */
  syncTime(sync: TimeSync): Promise<boolean>;
  /** Stops the device, as `Device.stop` does, and ends the playing. */
  stop(): Promise<StopResult>;
  /** Ends everything, timers included; stops the device where this stream moves it. */
  close(): void;
}
