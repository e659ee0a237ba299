import { errorCodes, type ResultOf } from '@tactus/protocol';
import { startStopwatch, type Time } from '@tactus/time';
import { createClient, type Fetch } from '../client/client.ts';
import { createNumberedCommandFetch } from '../client/command-numbers.ts';
import { IDLE_MODE_CALL, readStopConfirmation, stopCallFor } from '../commands/stop-calls.ts';
import { isHopeless } from '../connection/frame-stream.ts';
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
): PromiseLike<unknown> {
  const { apiBase: baseUrl, fetch, nextSequence, ...rest } = parts;
  const client = createClient({
    ...{ ...rest, baseUrl, connectionKey },
    fetch: createNumberedCommandFetch((url, init) => fetch(url, { ...init, keepalive: true }), {
      number: nextSequence(),
      onSent: () => undefined,
      mayRepeat: () => true,
    }),
  });
  const { name, input } = isStarting ? IDLE_MODE_CALL : stopCallFor(mode, undefined);
  // Name and input belong together, which the compiler cannot follow.
  return (client.call as (name: string, input: unknown) => PromiseLike<unknown>)(name, input);
}

const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 5_000;
/** As the specification says; a program that has closed its device lives for so long. */
const RETRY_FOR_MS = 60_000;

/** The Stops that are still sent to devices that were let go before they confirmed them, each for a minute at most. */
export interface UnconfirmedStops {
  /** Sends the stop of every mode to the device of a state until it is confirmed, or refused for good. */
  retry(state: DeviceState): Promise<void>;
  /** A motion of the device of this state begins: nothing more is sent to it. */
  end(state: DeviceState): void;
}

/** The newest retry for each device of a cloud: another `Device` of the same program may start a motion there. */
const retries = new Map<string, AbortController>();

/** Shows the devices in `unconfirmedStops` of the state. */
export function createUnconfirmedStops(parts: PageLeaveStopParts & { readonly store: DeviceStore }): UnconfirmedStops {
  const { store, time } = parts;
  const own = new Map<AbortController, string>();
  const report = () => store.patch({ unconfirmedStops: [...new Set(own.values())] });
  const nameOf = ({ connectionKey }: DeviceState) => `${parts.apiBase} ${connectionKey}`;

  return {
    async retry(state) {
      const name = nameOf(state);
      const mine = new AbortController();
      retries.get(name)?.abort();
      retries.set(name, mine);
      own.set(mine, String(state.connectionKey));
      report();
      const passedMs = startStopwatch(time);
      let isOver = false;
      for (let waitMs = FIRST_WAIT_MS; !isOver; waitMs = Math.min(2 * waitMs, LAST_WAIT_MS)) {
        isOver = await sendStopOnPageLeave(parts, state, true).then(isConfirmed, isFinal);
        if (!isOver) await time.sleep(waitMs, mine.signal).catch(toDeviceError);
        isOver ||= mine.signal.aborted || passedMs() >= RETRY_FOR_MS;
      }
      if (retries.get(name) === mine) retries.delete(name);
      own.delete(mine);
      report();
    },
    end: (state) => retries.get(nameOf(state))?.abort(),
  };
}

const isConfirmed = (answer: unknown) =>
  // `answer` is that of the call `IDLE_MODE_CALL`
  readStopConfirmation('info.setMode2', answer as ResultOf<'info.setMode2'>) !== 'moving';

/** Whether a Stop fails for good, or has nothing to stop: while its firmware is written a device is at rest. */
function isFinal(thrown: unknown): boolean {
  const error = toDeviceError(thrown);
  return isHopeless(error) || error.refusal?.code === errorCodes.otaRunning;
}
