import { type DeviceEvent, DeviceMode, endpointOf, type ResultOf, type SliderState } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import type { CancellableRequest } from '../client/cancellable.ts';
import type { CallInput, CallOptions, Client, ClientCallName } from '../client/client.ts';
import { type CommandNumbers, createNumberedCommandFetch } from '../client/command-numbers.ts';
import { needsDevice } from '../client/request.ts';
import { retryWithBackoff } from '../client/retry-with-backoff.ts';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import type { DeviceState } from '../state/device-state.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { missedReports, PLAYER_STATE_CALLS } from '../state/hsp.ts';
import { reduceAnswer, reduceEvent, rereadCallOf, type SliceName, sliceOfCall } from '../state/reduce.ts';
import type { StatePatch } from '../state/state-slice.ts';
import type { Trace } from '../trace/trace.ts';
import type { RequestBudget, RequestPriority } from './budget.ts';
import { createFreshnessTracker } from './freshness.ts';
import { isModeStopCall } from './motion-calls.ts';
import { createPendingRequestTracker } from './pending-request-tracker.ts';
import { isModeMoving } from './stop-calls.ts';

/** An answer that is about to be applied. */
interface Accepted {
  readonly call: ClientCallName;
  readonly input: unknown;
  readonly result: unknown;
  /** The best estimate of when the device executed the call: the middle of the round trip, monotonic ms. */
  readonly atMs: number;
}

/** Follows one call to its end. */
export interface CallFollower {
  answered(result: unknown): void;
  failed(): void;
}

/** The parts of the dispatcher. */
export interface DispatcherParts {
  /** The client that makes a call; throws where the call needs a device and there is none. */
  readonly client: (call: ClientCallName) => Client;
  readonly store: DeviceStore;
  readonly budget: RequestBudget;
  readonly trace: Trace;
  readonly time: Time;
  /** Numbers commands; undefined where the cloud does not know numbers. */
  readonly sequence: CommandNumbers | undefined;
  /** Runs when a call is sent. The follower that it returns runs when the call has ended, before the state changes. */
  readonly onSend: (call: ClientCallName, input: unknown) => CallFollower;
  /** Runs for every event before the event changes the state. */
  readonly onEvent: (event: DeviceEvent) => void;
}

/** The options of a call: its lane, and whether it belongs to a Stop. */
type DispatchOptions = CallOptions & {
  readonly lane: RequestPriority;
  readonly byStop?: true;
  /** Called when the request is sent, after guard, budget and validation. Before `send` returns, or never. */
  readonly onSent?: () => void;
};

/** Sends calls to the device; only its answers and events change the state. */
export interface CommandDispatcher {
  /** Makes a call in a lane. Rejects with `DeviceError`. */
  send<N extends ClientCallName>(call: N, input: CallInput<N>, options: DispatchOptions): Promise<ResultOf<N>>;
  /**
   * Reads by a call without input; retried for a while without an answer. Resolves when the result is known, abandoned
   * or dropped, with whether it was answered.
   */
  read(call: ClientCallName): Promise<boolean>;
  /** Applies an event, and its id where the cloud numbers events, to the state. */
  handleEvent(event: DeviceEvent, id: string | undefined): void;
  /** Reads the state of the point player, in its modes: no event reports changes by another client. */
  readPlayer(): void;
  /** Reads the mode, and then the state of that mode; once for all requests of a moment. */
  readMotion(): void;
  /** Reads the state of the current mode, if it has one. */
  readMode(): Promise<unknown> | undefined;
  /** Cancels every pending command except stops. */
  cancelCommands(): void;
  /** From now on, answers to earlier calls change nothing: another device, or another session of it. */
  forget(): void;
}

/** The largest age of a command that counts as the cause of an event. */
const CAUSE_MS = 2_000;

/**
 * Once an answer has ended a motion, events of that motion may be this late, ms: they seem to begin one, or to end the next
 * one. An event stream may be slower than answers, for example where another tab relays it. One that is opened again begins with
 * what was missed.
 */
const LATE_EVENT_MS = 5_000;

/** The slices that say whether and how the device moves. */
const MOTION: ReadonlySet<SliceName> = new Set(['mode', 'hamp', 'hvp', 'hsp']);

const STATE_CALLS: Partial<Record<DeviceMode, ClientCallName>> = {
  [DeviceMode.HAMP]: 'hamp.state',
  ...PLAYER_STATE_CALLS,
  [DeviceMode.OTA]: 'ota.progress',
  [DeviceMode.VIBRATE]: 'hvp.state',
};

/** A command without an answer is sent once more while it is no older than this, in ms. */
const REPEAT_WITHIN_MS = 1_000;

/** Returns a dispatcher that sends through `client`; every call rejects with `DeviceError`. */
export function createCommandDispatcher(parts: DispatcherParts): CommandDispatcher {
  const { store, budget, trace, time } = parts;
  const freshness = createFreshnessTracker();
  const requests = createPendingRequestTracker(store);
  const underWay = new Set<() => void>();
  const lastCommand = new Map<string, { seq: number; atMs: number }>();
  let generation = 0;
  /** When an answer last ended a motion, monotonic ms. */
  let endedByAnswerMs = Number.NEGATIVE_INFINITY;
  /** When the event stream was last opened again, monotonic ms: first it carries what was missed, which answers may have overtaken. */
  let reopenedMs = Number.NEGATIVE_INFINITY;
  let isMotionDue = false;
  /** The trace's number of the last Stop: no earlier command is sent again. */
  let lastStop = 0;
  /** Aborts when pending reads are useless. */
  let reading = new AbortController();

  async function send(call: ClientCallName, input: unknown, dispatch: DispatchOptions): Promise<unknown> {
    const { lane, byStop, onSent, ...options } = dispatch;
    const client = parts.client(call);
    if (lane === 'command') requireNoFirmwareUpdate(call, store.get());
    if (!budget.take(lane)) throw new DeviceError('rate-limited', 'Too many requests this minute');
    const slice = sliceOfCall(call);
    const mine = freshness.sent(slice?.name);
    const bornIn = generation;
    const sentAtMs = time.monotonic();
    const seq = trace.note({ kind: 'command', call, input, ...(byStop && { byStop }) });
    const request = requests.sent(call, input);
    const follower = parts.onSend(call, input);
    const isCommand = endpointOf(call).method === 'PUT';
    if (slice && isCommand) lastCommand.set(slice.name, { seq, atMs: sentAtMs });
    if (lane === 'stop') lastStop = seq;
    const isNewest = () => slice === undefined || lastCommand.get(slice.name)?.seq === seq;
    const fetch = createNumberedCommandFetch(options.fetch ?? client.config.fetch, {
      number: isCommand && needsDevice(call) ? parts.sequence?.next() : undefined,
      onSent: () => onSent?.(),
      mayRepeat: () =>
        lane === 'command' &&
        options.fetch === undefined &&
        lastStop < seq &&
        bornIn === generation &&
        time.monotonic() - sentAtMs < REPEAT_WITHIN_MS &&
        isNewest() &&
        budget.take(lane),
    });
    // Name and input belong together here too, which the compiler cannot follow through the general signature.
    const answered = (
      client.call as (name: string, input: unknown, options: CallOptions) => CancellableRequest<unknown>
    )(call, input, { ...options, fetch });
    if (lane === 'command') underWay.add(answered.cancel);
    try {
      const result = await answered;
      const nowMs = time.monotonic();
      trace.note({ kind: 'answer', of: seq, tookMs: nowMs - sentAtMs, result });
      request.done();
      if (bornIn === generation) follower.answered(result);
      if (bornIn === generation) accept({ call, input, result, atMs: (sentAtMs + nowMs) / 2 }, mine);
      return result;
    } catch (thrown) {
      const error = toDeviceError(thrown);
      request.failed(error);
      follower.failed();
      trace.note({
        kind: 'failure',
        of: seq,
        tookMs: time.monotonic() - sentAtMs,
        code: error.code,
        message: error.message,
      });
      if (error.code === 'rate-limited') budget.refused(error.retryAfterMs);
      if (freshness.failed(mine) && bornIn === generation) reread(slice?.reread);
      throw error;
    } finally {
      underWay.delete(answered.cancel);
    }
  }

  function accept(accepted: Accepted, mine: ReturnType<typeof freshness.sent>): void {
    const { call, input, result, atMs } = accepted;
    // Result and input are those of this very call.
    const patch = reduceAnswer(store.get(), call, {
      result: result as never,
      input: input as never,
      nowMs: time.now(),
    });
    const verdict = freshness.answered(mine);
    if (verdict === 'fresh') {
      // A motion of another tab may have ended of which no event has come yet.
      const mayHaveMoved = isModeMoving(store.get()) || isModeStopCall(call) || call === 'info.setMode2';
      store.patch(patch, atMs);
      if (mayHaveMoved && !isModeMoving(store.get())) endedByAnswerMs = time.monotonic();
      // The result is that of this very call.
      const moves = call === 'slider.state' && (result as SliderState).speed_absolute !== 0;
      if (call === 'slider.state' && moves !== isModeMoving(store.get())) readPlayer();
    } else if (verdict === 'overtaken' && Object.keys(patch).length > 0) reread(sliceOfCall(call)?.reread);
  }

  const read = (call: ClientCallName): Promise<boolean> =>
    retryWithBackoff(() => send(call, {}, { lane: 'background' }), time, reading.signal);

  /** Reads a state slice again. */
  function reread(call: ClientCallName | undefined): void {
    if (call) void read(call);
  }

  function readPlayer(): void {
    const { mode } = store.get();
    if (mode === DeviceMode.HSP || mode === DeviceMode.HSSP) reread(PLAYER_STATE_CALLS[mode]);
  }

  function readMode(): Promise<unknown> | undefined {
    const { mode } = store.get();
    const call = mode === undefined ? undefined : STATE_CALLS[mode];
    return call && read(call);
  }

  function readMotion(): void {
    if (isMotionDue) return;
    isMotionDue = true;
    time.after(0, () => {
      isMotionDue = false;
      void read('info.mode').then(readMode);
    });
  }

  /** Whether an event that begins or ends motion may be about the motion before, which an answer has ended. */
  function mayBeLate(patch: StatePatch): boolean {
    const state = store.get();
    const isRecent = time.monotonic() - endedByAnswerMs < LATE_EVENT_MS;
    return isRecent && isModeMoving(state) !== isModeMoving({ ...state, ...patch });
  }

  return {
    ...{ readPlayer, readMotion, readMode },
    cancelCommands() {
      for (const cancel of [...underWay]) cancel();
    },
    // The general signature of `send` serves every call; its result is the one that the call's row describes.
    send: send as CommandDispatcher['send'],
    read,
    handleEvent(event, id) {
      parts.onEvent(event);
      const { patch, changed, readBy } = reduceEvent(store.get(), event, time.now());
      const nowMs = time.monotonic();
      // A stream begins with the status; one of a known session was opened again. Only events with ids are sent again.
      if (id !== undefined && event.name === 'device_status' && store.get().session_id !== undefined)
        reopenedMs = nowMs;
      const mayBeMissed = nowMs - reopenedMs < LATE_EVENT_MS && changed.some((slice) => MOTION.has(slice));
      const isDoubtful = mayBeMissed || mayBeLate(patch);
      if (!isDoubtful) for (const slice of changed) freshness.changed(slice);
      const since = nowMs - CAUSE_MS;
      const causes = readBy.flatMap((slice) => lastCommand.get(slice) ?? []).filter(({ atMs }) => atMs >= since);
      const causedBy = causes.length > 0 ? Math.max(...causes.map(({ seq }) => seq)) : undefined;
      trace.note({ kind: 'event', name: event.name, data: event.data, causedBy });
      if (readBy.length === 0) trace.note({ kind: 'unhandled', what: event.name, data: undefined });
      if (mayBeMissed) {
        missedReports.add(event.data as object); // the payloads of motion are objects
        readMotion();
      } else if (isDoubtful) {
        for (const slice of changed) slice === 'hsp' ? readPlayer() : reread(rereadCallOf(slice));
      }
      if (isDoubtful) return;
      store.patch(patch);
      if (event.name === 'mode_changed' && causedBy === undefined) readPlayer();
    },
    forget() {
      generation += 1;
      reading.abort(abortedError());
      reading = new AbortController();
      freshness.forget();
      requests.forget();
      lastCommand.clear();
      endedByAnswerMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * Blocks commands to a device whose firmware is being updated: motion or changes may spoil the update. Reads go on, and
 * so do calls about updates; a Stop does not pass here. Throws `updating`.
 */
function requireNoFirmwareUpdate(call: ClientCallName, { ota }: Pick<DeviceState, 'ota'>): void {
  if (!ota.ongoing || call.startsWith('ota.') || endpointOf(call).method === 'GET') return;
  throw new DeviceError('updating', 'The firmware is being updated');
}
