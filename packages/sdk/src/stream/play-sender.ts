import type { Time } from '@tactus/time';
import { isTransient } from '../client/retry-with-backoff.ts';
import { abortedError, toDeviceError } from '../errors.ts';
import type { StreamAnchor } from './start-planner.ts';

/** Where a playback is wanted. */
export interface PlayRequest {
  /** The place, for a request that arrives then (monotonic ms). */
  readonly place: (arrivalMs: number) => StreamAnchor;
  /** Whether what the device holds is to go on where that fits. */
  readonly reuse: boolean;
}

/** Sends one play at a time, newest request first; one that got no answer is tried again. */
export interface PlaySender {
  /** Resolves when the device plays as requested, or as requested since. Rejects with 'aborted' when it was called off. */
  start(request: PlayRequest): Promise<void>;
  /** Calls off what is not sent yet, and the end of what is. */
  cancel(): void;
  isBusy(): boolean;
  /** Settles when no play is pending any more. */
  settled(): Promise<unknown>;
}

/** Waits before a play that got no answer is sent again, the last one again and again. */
const RETRY_MS = [250, 500, 1_000] as const;
const LONGEST_RETRY_MS = 2_000;
/** Nothing begins to move by itself later than this after it was wanted. */
const RETRY_FOR_MS = 30_000;

/** `attempt` sends a play; `onPlaying` runs when the newest request is fulfilled. */
export function createPlaySender(parts: {
  readonly time: Time;
  readonly attempt: (request: PlayRequest) => Promise<unknown>;
  readonly onPlaying: () => void;
}): PlaySender {
  let request: PlayRequest | undefined;
  let run = 0;
  let current: { readonly run: number; readonly done: Promise<void> } | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = new AbortController();

  async function work(mine: number, before: Promise<unknown>): Promise<void> {
    // Two pending plays might be executed in the wrong order.
    if (current) await before;
    let retryUntilMs = parts.time.monotonic() + RETRY_FOR_MS;
    for (let tries = 0; ; tries += 1) {
      const mineNow = mine === run ? request : undefined;
      if (!mineNow) throw abortedError();
      request = undefined;
      try {
        await parts.attempt(mineNow);
        tries = -1;
        retryUntilMs = parts.time.monotonic() + RETRY_FOR_MS;
      } catch (thrown) {
        const error = toDeviceError(thrown);
        if (mine !== run) throw abortedError(error);
        if (parts.time.monotonic() > retryUntilMs || !isTransient(error)) throw error;
        request ??= mineNow;
        await parts.time.sleep(RETRY_MS[tries] ?? LONGEST_RETRY_MS, waiting.signal);
      }
      if (mine === run && !request) return;
    }
  }

  return {
    start(next) {
      request = next;
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
    settled: () => tail,
  };
}
