import type { Undo } from '@tactus/time';

/** The events of a playing medium, by the names that browsers use. */
export type MediaEvent = 'play' | 'playing' | 'pause' | 'waiting' | 'seeking' | 'seeked' | 'ratechange' | 'ended';

/** A frame of the medium: the one of `mediaMs` is on the screen at `atMs` of `time.monotonic()`. */
export interface MediaFrame {
  readonly mediaMs: number;
  readonly atMs: number;
}

/** A video or audio for the synchronisation. Times in ms of the medium. */
export interface MediaPort {
  /** The time of its own clock; the frame on the screen may be some ms behind it. */
  timeMs(): number;
  /** Its length; `Infinity` where that is unknown. */
  durationMs(): number;
  rate(): number;
  isLooping(): boolean;
  /** Whether it is paused, or has ended. */
  isPaused(): boolean;
  /** Whether it cannot move though it is not paused: it seeks, or waits for data. */
  isHeld(): boolean;
  /** Rejects if the browser does not allow it to play. */
  play(): Promise<void>;
  pause(): void;
  seekTo(mediaMs: number): void;
  setRate(rate: number): void;
  on(event: MediaEvent, listener: () => void): Undo;
  /** Calls the listener for every shown frame; `undefined` where frames are not reported. */
  readonly onFrame: ((listener: (frame: MediaFrame) => void) => Undo) | undefined;
}
