import type { Time } from '@tactus/time';
import { mayPass } from '../client/persistently.ts';
import { abortedError, toDeviceError } from '../errors.ts';
import type { Place } from './placement.ts';

/** Where a playback is wanted. */
export interface Wish {
  /** The place, for a request that arrives then (monotonic ms). */
  readonly place: (arrivalMs: number) => Place;
  /** Whether what the device holds is to go on where that fits. */
  readonly keep: boolean;
}

/** Sends one play at a time, newest wish first; one that got no answer is tried again. */
export interface Starter {
  /** Resolves when the device plays as wished, or as wished since. Rejects with 'aborted' when it was called off. */
  start(wish: Wish): Promise<void>;
  /** Calls off what is not sent yet, and the end of what is. */
  cancel(): void;
  isBusy(): boolean;
  /** Settles when nothing is under way any more. */
  settled(): Promise<unknown>;
}

/** Waits before a play that got no answer is sent again, the last one again and again. */
const RETRY_MS = [250, 500, 1_000] as const;
const LONGEST_RETRY_MS = 2_000;
/** Nothing begins to move by itself later than this after it was wanted. */
const GIVE_UP_MS = 30_000;

/** Builds it. `attempt` sends a play; `onPlaying` hears that the newest wish is fulfilled. */
export function createStarter(parts: {
  readonly time: Time;
  readonly attempt: (wish: Wish) => Promise<unknown>;
  readonly onPlaying: () => void;
}): Starter {
  let wish: Wish | undefined;
  let run = 0;
  let current: { readonly run: number; readonly done: Promise<void> } | undefined;
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = new AbortController();

  async function work(mine: number, before: Promise<unknown>): Promise<void> {
    // Two plays under way might be carried out in the wrong order.
    if (current) await before;
    let giveUpAtMs = parts.time.monotonic() + GIVE_UP_MS;
    for (let tries = 0; ; tries += 1) {
      const mineNow = mine === run ? wish : undefined;
      if (!mineNow) throw abortedError();
      wish = undefined;
      try {
        await parts.attempt(mineNow);
        tries = -1;
        giveUpAtMs = parts.time.monotonic() + GIVE_UP_MS;
      } catch (thrown) {
        const error = toDeviceError(thrown);
        if (mine !== run) throw abortedError(error);
        if (parts.time.monotonic() > giveUpAtMs || !mayPass(error)) throw error;
        wish ??= mineNow;
        await parts.time.sleep(RETRY_MS[tries] ?? LONGEST_RETRY_MS, waiting.signal);
      }
      if (mine === run && !wish) return;
    }
  }

  return {
    start(next) {
      wish = next;
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
      wish = undefined;
      waiting.abort(abortedError());
      waiting = new AbortController();
    },
    isBusy: () => current !== undefined,
    settled: () => tail,
  };
}
