import type { StreamClock } from '@tactus/motion';
import type { StoreApi } from 'zustand/vanilla';
import type { DeviceError } from '../errors.ts';
import type { DeviceFeeder } from './device-feeder.ts';
import type { StreamDeviceWatch } from './device-watch.ts';
import type { LiveLead } from './live-lead.ts';
import type { PlayRequest, PlaySender } from './play-sender.ts';
import type { PlaybackClockCorrection, PointStreamState, StreamPhase } from './point-stream-api.ts';
import type { StreamAnchor } from './start-planner.ts';
import type { StarvationLog } from './starvation-log.ts';

/** A running stream: follows the device, and retries failures while it should play. */
export interface StreamRunner {
  readonly store: StoreApi<PointStreamState>;
  readonly feeding: DeviceFeeder;
  readonly starter: PlaySender;
  readonly watch: StreamDeviceWatch;
  readonly live: LiveLead;
  readonly log: StarvationLog;
  phase(): StreamPhase;
  /** Whether it moves the device, or is about to. */
  isActive(): boolean;
  /** Whether it plays: the feeder's clock shows the current time. */
  runs(): boolean;
  /** The current time, or that at which it will continue, ms of the stream. */
  streamNowMs(): number;
  positionMs(): number;
  /** The place at which it will continue. */
  placeNow(arrivalMs: number): StreamAnchor;
  /** The clock of the playback, or of the time at which it will continue. */
  clock(): StreamClock;
  /** It stands at a time of the stream, which goes on at a rate. */
  standAt(streamMs: number, standingRate?: number): void;
  enter(phase: StreamPhase): void;
  /** Plays as requested; failures are the caller's. */
  begin(request: PlayRequest): Promise<void>;
  syncTime(sync: PlaybackClockCorrection): Promise<boolean>;
  /** Answers to earlier requests do not count any more. */
  commanded(): void;
  /** It has ended: nothing is sent any more. */
  endWith(phase: StreamPhase, error?: DeviceError): void;
  finish(): void;
  /** Records why it could not continue; a cancellation is no failure. */
  fail(thrown: unknown): void;
}
