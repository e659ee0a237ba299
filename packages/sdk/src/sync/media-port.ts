import type { Undo } from '@tactus/time';

/** What a playing medium tells of itself, by the names that browsers use. */
export type MediaEvent = 'play' | 'playing' | 'pause' | 'waiting' | 'seeking' | 'seeked' | 'ratechange' | 'ended';

/** A picture of the medium: the one of `mediaMs` is on the screen at `atMs` of `time.monotonic()`. */
export interface MediaFrame {
  readonly mediaMs: number;
  readonly atMs: number;
}

/** A video or audio as the synchronisation sees it. Times in ms of the medium. */
export interface MediaPort {
  /** Where its own clock stands; the picture on the screen may be some ms behind it. */
  timeMs(): number;
  /** How long it is; `Infinity` where that is not known. */
  durationMs(): number;
  rate(): number;
  isLooping(): boolean;
  /** Whether it is paused, or has ended. */
  isPaused(): boolean;
  /** Whether it cannot move though it may: it seeks, or waits for data. */
  isHeld(): boolean;
  /** Rejects where the browser does not let it play. */
  play(): Promise<void>;
  pause(): void;
  seekTo(mediaMs: number): void;
  setRate(rate: number): void;
  on(event: MediaEvent, listener: () => void): Undo;
  /** Hears of every picture that is shown; `undefined` where nobody tells of them. */
  readonly onFrame: ((listener: (frame: MediaFrame) => void) => Undo) | undefined;
}
