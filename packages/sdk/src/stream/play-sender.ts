import { startStopwatch, type Time } from '@tactus/time';
import { isTransientError } from '../client/retry-with-backoff.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import type { StreamAnchor } from './start-planner.ts';

/** A request for a playback at a place. */
export interface PlayRequest {
  /** The place, for a request that arrives at a time (monotonic ms). */
  readonly place: (arrivalMs: number) => StreamAnchor;
  /** Whether the content of the device's buffer is to be played if it fits. */
  readonly reuse: boolean;
}

/** Sends one play at a time, newest request first; one without an answer is retried. */
export interface PlaySender {
  /** Resolves when the device plays as requested, or by a newer request. Rejects with 'aborted' when cancelled. */
  start(request: PlayRequest): Promise<void>;
  /** Cancels an unsent play, and ignores the end of a sent one. */
  cancel(): void;
  isBusy(): boolean;
  /** The request that waits for the answer to an earlier one. */
  waiting(): PlayRequest | undefined;
  /** Settles when no play is pending any more. */
  settled(): Promise<unknown>;
}

/** Waits before a play without an answer is sent again, the last one repeatedly. */
const RETRY_MS = [250, 500, 1_000] as const;
const LONGEST_RETRY_MS = 2_000;
/** Nothing begins to move by itself later than this after the request. */
const RETRY_FOR_MS = 30_000;

/** `attempt` sends a play; `onPlaying` runs when the newest request is fulfilled. */
export function createPlaySender(parts: {
  readonly time: Time;
  readonly attempt: (request: PlayRequest) => Promise<unknown>;
  readonly onPlaying: () => void;
}): PlaySender {
  const { time } = parts;
  let request: PlayRequest | undefined;
  /** The age of the newest request. */
  let ageMs = startStopwatch(time);
  let run = 0;
  let current: { readonly run: number; readonly done: Promise<void> } | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = new AbortController();

  async function work(mine: number, before: Promise<unknown>): Promise<void> {
    // Two pending plays might be executed in the wrong order.
    if (current) await before;
    let cause: DeviceError | undefined;
    for (let tries = 0; ; tries += 1) {
      const mineNow = mine === run ? request : undefined;
      if (!mineNow) throw abortedError();
      if (ageMs() > RETRY_FOR_MS) throw cause ?? new DeviceError('timeout', 'The play could not be sent in time');
      request = undefined;
      try {
        await parts.attempt(mineNow);
        tries = -1;
        cause = undefined;
      } catch (thrown) {
        const error = toDeviceError(thrown);
        if (mine !== run) throw abortedError(error);
        if (!isTransientError(error)) throw error;
        cause = error;
        request ??= mineNow;
        await time.sleep(RETRY_MS[tries] ?? LONGEST_RETRY_MS, waiting.signal);
      }
      if (mine === run && !request) return;
    }
  }

  return {
    start(next) {
      request = next;
      ageMs = startStopwatch(time);
      if (current?.run !== run) {
        const started = { run, done: work(run, tail) };
        current = started;
        const end = () => {
          if (current === started) current = undefined;
          if (started.run === run && !current) parts.onPlaying();
        };
        const over = () => {
          if (current === started) current = undefined;
        };
        tail = started.done.then(end, over);
      }
      return current.done;
    },
    cancel() {
      run += 1;
      request = undefined;
      waiting.abort(abortedError());
      waiting = new AbortController();
    },
    isBusy: () => current !== undefined,
    waiting: () => request,
    settled: () => tail,
  };
}
