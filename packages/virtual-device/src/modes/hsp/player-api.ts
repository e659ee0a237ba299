import type { EventName, HspState } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { MotionIntent } from '../../hardware/motion-core.ts';
import type { BufferAddition } from './point-buffer.ts';

/** The events of the player. */
export type PlayerEvent = Extract<EventName, `hsp_${string}`>;

/** The start of a playback: `startMs` of the stream is at the monotonic instant `atMs`. */
export interface HspStart {
  readonly startMs: number;
  readonly atMs: number;
  readonly rate: number;
  readonly loop: boolean;
  readonly pauseOnStarving: boolean;
}

/** Plays a buffer of points. No method fails; in a state in which it makes no sense it changes nothing. */
export interface HspPlayer {
  state(): HspState;
  /** Begins a new stream: drops the one before. */
  setup(streamId: number, maxPoints: number): void;
  add(add: BufferAddition, threshold: number | undefined): void;
  flush(): void;
  play(start: HspStart): void;
  stop(): void;
  pause(): void;
  resume(pickUp: boolean): void;
  /** Corrects the clock: the stream should be at `streamMs` now; `filter` is the share of the difference to remove. */
  synchronise(streamMs: number, filter: number): void;
  setThreshold(streamIndex: number): void;
  setLoop(loop: boolean): void;
  setRate(rate: number): void;
  setPauseOnStarving(pause: boolean): void;
  /** The user's time offset has changed. */
  offsetChanged(): void;
  close(): void;
}

/** What a player is made of. */
export interface HspPlayerOptions {
  readonly time: Time;
  readonly follow: (intent: MotionIntent) => void;
  readonly notify: (event: PlayerEvent, state: HspState) => void;
  /** The user's time offset, ms of real time; with a positive one the device is ahead. */
  readonly offsetMs: () => number;
}
