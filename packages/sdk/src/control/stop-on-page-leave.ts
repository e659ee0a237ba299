import { DeviceMode, errorCodes, type ResultOf } from '@tactus/protocol';
import { startStopwatch, type Time, type Undo } from '@tactus/time';
import { type CallOptions, createClient, type Fetch } from '../client/client.ts';
import { createNumberedCommandFetch } from '../client/command-numbers.ts';
import type { PageVisibilityPort } from '../clock/schedule-clock-resync.ts';
import { IDLE_MODE_CALL, stopCallFor } from '../commands/stop-calls.ts';
import { isRefusedByCloud } from '../connection/frame-stream.ts';
import { toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';
import type { DeviceStore } from '../state/device-store.ts';

/** Where the last stop of a page goes to. */
export interface PageLeaveStopParts {
  readonly apiBase: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
  readonly time: Time;
  /** The number of the next command; undefined where the cloud does not know numbers. */
  readonly nextSequence: () => string | undefined;
}

/**
 * Sends a stop as a page goes away, in a way that outlives the page. Its number is higher than that of every command before:
 * the cloud refuses those that arrive later. `isStarting`: a start has no answer yet, so that the mode may be another than the
 * state says, and the stop is one of every mode.
 */
export function sendStopOnPageLeave(
  parts: PageLeaveStopParts,
  { connectionKey, mode }: DeviceState,
  isStarting: boolean,
  options: CallOptions = {},
): PromiseLike<unknown> {
  const client = createClient({
    ...{ ...parts, baseUrl: parts.apiBase, connectionKey },
    fetch: createNumberedCommandFetch((url, init) => parts.fetch(url, { ...init, keepalive: true }), {
      number: parts.nextSequence(),
      onSent: () => undefined,
      mayRepeat: () => true,
    }),
  });
  const { name, input } = isStarting ? IDLE_MODE_CALL : stopCallFor(mode, undefined);
  // Name and input belong together, which the compiler cannot follow.
  return (client.call as (...args: unknown[]) => PromiseLike<unknown>)(name, input, options);
}

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 5_000;
/** As the specification says; a program that has closed its device lives for so long. */
const RETRY_FOR_MS = 60_000;

/** The Stops that are still sent to devices that were let go before it was certain that they rest, each for a minute at most. */
export interface UnconfirmedStops {
  /**
   * Sends the stop of every mode to the device of a state until it is confirmed, or refused for good, in place of an earlier call
   * for that device. `unanswered`: the starts from before the Stop that have no answer. Only a stop that is sent after the last of
   * them, and of those of the earlier call, has settled confirms it.
   */
  retry(state: DeviceState, unanswered: readonly Promise<unknown>[]): void;
  /** A motion of the device of this state begins: no Stop from before is sent to it any more. */
  end(state: DeviceState): void;
}

/** How many starts this program has sent, and the number of the last one to each device, by cloud and key: any `Device` may send it. */
let starts = 0;
/** Of a program that starts more devices than these, the last starts of the others are forgotten. */
const REMEMBERED_MAX = 1000;
const lastStarts = new Map<string, number>();

/** What sends Stops to a device, by cloud and key: one of a program at a time. */
const runs = new Map<string, { readonly pending: ReadonlySet<Promise<unknown>>; end(): void }>();

/** Shows the devices in `unconfirmedStops` of the state. */
export function createUnconfirmedStops(
  parts: PageLeaveStopParts & { readonly store: DeviceStore; readonly visibility?: PageVisibilityPort | undefined },
): UnconfirmedStops {
  const { store, time, visibility } = parts;
  const own = new Map<AbortController, string>();
  const report = () => store.patch({ unconfirmedStops: [...new Set(own.values())] });
  const nameOf = ({ connectionKey }: DeviceState) => `${parts.apiBase} ${connectionKey}`;
  let startsBeforeStop = 0;

  store.view.subscribe((next, previous) => {
    if (next.stopPresses !== previous.stopPresses) startsBeforeStop = starts;
  });

  return {
    retry(state, unanswered) {
      const name = nameOf(state);
      if ((lastStarts.get(name) ?? 0) > startsBeforeStop) return;
      const run = new AbortController();
      const { signal } = run;
      const passedMs = startStopwatch(time);
      const earlier = runs.get(name);
      const pending = new Set([...unanswered, ...(earlier?.pending ?? [])]);
      let waitMs = FIRST_WAIT_MS;
      let cancelNext: Undo = () => undefined;

      function send(): void {
        cancelNext();
        const leftMs = RETRY_FOR_MS - passedMs();
        if (leftMs <= 0) {
          end();
          return;
        }
        const mayEnd = pending.size === 0;
        sendStopOnPageLeave(parts, state, true, { signal })
          .then(isConfirmed, isFinal)
          .then((isOver) => isOver && mayEnd && end());
        cancelNext = time.after(Math.min(waitMs, leftMs), send);
        waitMs = Math.min(2 * waitMs, LAST_WAIT_MS);
      }

      function sendNow(): void {
        waitMs = FIRST_WAIT_MS;
        if (!signal.aborted) send();
      }

      function end(): void {
        if (signal.aborted) return;
        run.abort();
        runs.delete(name);
        cancelNext();
        unwatch?.();
        own.delete(run);
        report();
      }

      for (const start of pending) {
        const settled = () => {
          pending.delete(start);
          if (pending.size === 0) sendNow();
        };
        start.then(settled, settled);
      }
      const unwatch = visibility?.onVisible(sendNow);
      own.set(run, String(state.connectionKey));
      earlier?.end();
      runs.set(name, { pending, end });
      report();
      send();
    },
    end(state) {
      const name = nameOf(state);
      starts += 1;
      lastStarts.delete(name);
      lastStarts.set(name, starts);
      const [oldest = name] = lastStarts.keys();
      if (lastStarts.size > REMEMBERED_MAX) lastStarts.delete(oldest);
      runs.get(name)?.end();
    },
  };
}

const isConfirmed = (answer: unknown) => (answer as ResultOf<'info.setMode2'>).mode === DeviceMode.IDLE; // it is that of the call `IDLE_MODE_CALL`

/** Whether a Stop fails for good, or has nothing to stop: while its firmware is written a device is at rest. */
function isFinal(thrown: unknown): boolean {
  const error = toDeviceError(thrown);
  return isRefusedByCloud(error) || error.refusal?.code === errorCodes.otaRunning;
}
