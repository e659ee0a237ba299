import type { Time, Undo } from '@tactus/time';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import { hasLegacyFirmware } from '../state/capability.ts';
import { type ConnectionEffect, type ConnectionEvent, stepConnection } from '../state/connection-table.ts';
import type { DeviceStore } from '../state/device-store.ts';
import type { Trace } from '../trace/trace.ts';
import { rateLimitWaitMs } from './back-off.ts';
import type { EventStreamOptions } from './event-stream.ts';
import type { EventStream } from './frame-stream.ts';

/** After this time connecting counts as slow; it goes on all the same. */
export const SLOW_CONNECT_MS = 5_000;

/** The wait before a failed step of connecting is retried. */
const RETRY_MS = 1_000;

/** Where the stream is neither open nor refused after this time, the line is slow: the clock is measured meanwhile. */
const SLOW_OPEN_MS = 200;

/** The parts of the runner. */
export interface ConnectionParts {
  readonly store: DeviceStore;
  readonly time: Time;
  readonly trace: Trace;
  /** Resets the state to the stored facts of the device, and drops earlier requests. */
  readonly forgetSession: () => void;
  /** Opens the stream. Throws 'Handy API SSE config not set'. */
  readonly openStream: (hooks: Pick<EventStreamOptions, 'onOpen' | 'onError'>) => EventStream;
  readonly readInfo: () => Promise<void>;
  /** Whether the clock was synchronised recently enough. */
  readonly isClockValid: () => boolean;
  readonly syncClock: (signal: AbortSignal) => Promise<void>;
  /** The connection is complete. */
  readonly onReady: () => void;
}

/** Runs the effects of the connection table, and holds the stream. */
export interface ConnectionRunner {
  /** Starts connecting; resolves when complete, rejects when refused, abandoned, or not complete in time. */
  begin(): Promise<void>;
  dispatch(event: ConnectionEvent): void;
  /** Records why a key cannot be connected at all; returns the reason. */
  refuse(connectionKey: string, reason: DeviceError): DeviceError;
  /**
   * Opens the stream now when it waits for its next attempt; connects again where that was abandoned. Throws 'SSE not
   * initialized' without a device.
   */
  nudge(): void;
}

/** Returns a runner that is not connecting; `begin` rejects with `DeviceError`. */
export function createConnectionRunner(parts: ConnectionParts): ConnectionRunner {
  const { store, time, trace } = parts;
  let stream: EventStream | undefined;
  let cancelTimer: Undo | undefined;
  let cancelRetry: Undo | undefined;
  let cancelSlowOpen: Undo | undefined;
  let waiters: { resolve: () => void; reject: (error: DeviceError) => void }[] = [];
  let failure: DeviceError | undefined;
  /** Numbers the steps: the late end of an abandoned one changes nothing. */
  let step = 0;
  /** The measurement of the clock, while it runs. */
  let measuring: { readonly done: Promise<void>; readonly stop: AbortController } | undefined;
  /** The cloud's requested wait before the failed step is retried, ms. */
  let stepWaitMs = 0;

  const effects: Readonly<Record<ConnectionEffect, () => void>> = {
    forgetSession: parts.forgetSession,
    openStream() {
      stream?.close();
      // One that still runs may be of another client.
      endMeasuring();
      const forgotten = { refusal: undefined, keyUnknown: false, rateLimitedUntil: undefined };
      store.patch({ sseConnected: false, sseError: undefined, ...forgotten });
      try {
        stream = parts.openStream(streamHooks());
        cancelSlowOpen?.();
        cancelSlowOpen = time.after(SLOW_OPEN_MS, beginClockUnlessValid);
      } catch (thrown) {
        refuse(toDeviceError(thrown));
      }
    },
    closeStream() {
      cancelSlowOpen?.();
      stream?.close();
      stream = undefined;
      store.patch({ sseConnected: false, connected: false });
    },
    startTimer() {
      cancelTimer?.();
      store.patch({ connectingTimeout: false });
      cancelTimer = time.after(SLOW_CONNECT_MS, () => dispatch('timedOut'));
    },
    cancelTimer() {
      cancelTimer?.();
      store.patch({ connectingTimeout: false });
    },
    readInfoUnlessKnown() {
      if (store.get().infoUpdated || hasLegacyFirmware(store.get())) dispatch('infoRead');
      else run(parts.readInfo, 'infoRead', 'infoFailed');
    },
    retryInfo: () => retry(effects.readInfoUnlessKnown),
    syncClockUnlessValid() {
      if (!parts.isClockValid()) return run(measureClock, 'clockSynced', 'clockFailed');
      store.patch({ clientClockSynced: true });
      dispatch('clockSynced');
    },
    retryClock: () => retry(effects.syncClockUnlessValid),
    flagTimeout() {
      store.patch({ connectingTimeout: true });
      settle(slowError(store));
    },
    finish() {
      settle();
      parts.onReady();
    },
    giveUp() {
      step += 1;
      endMeasuring();
      cancelRetry?.();
      settle(failure ?? abortedError());
      failure = undefined;
    },
  };

  function streamHooks(): Pick<EventStreamOptions, 'onOpen' | 'onError'> {
    return {
      onOpen() {
        store.patch({ sseConnected: true, sseError: undefined, rateLimitedUntil: undefined });
        trace.note({ kind: 'stream', what: 'open', message: '' });
        beginClockUnlessValid();
      },
      onError(error, final) {
        // Events are missed from now on: when the stream is back, the sessions show what was lost.
        store.patch({
          sseConnected: false,
          sseError: error,
          continuity: undefined,
          rateLimitedUntil: waitingFor(error),
        });
        trace.note({ kind: 'stream', what: 'error', message: error.message });
        if (final) refuse(error);
      },
    };
  }

  /**
   * Measures the clock beside the steps before its own: on a slow line the measurement takes longer than all of them. The step
   * of the clock only waits for the result then, and retries a failure.
   */
  function beginClockUnlessValid(): void {
    const { connecting, sseError } = store.get();
    if (connecting && !sseError && !parts.isClockValid()) measureClock().catch(() => undefined);
  }

  function measureClock(): Promise<void> {
    if (measuring) return measuring.done;
    const stop = new AbortController();
    const done = parts.syncClock(stop.signal).finally(() => {
      if (measuring?.stop === stop) measuring = undefined;
    });
    measuring = { done, stop };
    return done;
  }

  function endMeasuring(): void {
    measuring?.stop.abort(abortedError());
    measuring = undefined;
  }

  function refuse(error: DeviceError): void {
    failure = error;
    dispatch('refused');
    store.patch({ sseError: error, refusal: error });
  }

  /** Until when the cloud asks to wait; `undefined` for any other error. */
  function waitingFor(error: DeviceError): number | undefined {
    return error.code === 'rate-limited' ? time.now() + rateLimitWaitMs(error) : undefined;
  }

  function run(work: () => Promise<void>, done: ConnectionEvent, failed: ConnectionEvent): void {
    step += 1;
    const mine = step;
    work().then(
      () => {
        if (mine !== step) return;
        store.patch({ rateLimitedUntil: undefined });
        dispatch(done);
      },
      (thrown: unknown) => {
        if (mine !== step) return;
        const error = toDeviceError(thrown); // the failed call is in the trace
        stepWaitMs = rateLimitWaitMs(error);
        store.patch({ rateLimitedUntil: waitingFor(error) });
        dispatch(failed);
      },
    );
  }

  function retry(work: () => void): void {
    const mine = step;
    cancelRetry?.();
    cancelRetry = time.after(Math.max(RETRY_MS, stepWaitMs), () => mine === step && work());
  }

  function dispatch(event: ConnectionEvent): void {
    const from = store.get().connectionState;
    const { to, run: names } = stepConnection(from, event);
    if (to === from && names.length === 0) return;
    const isLeft = to !== from;
    if (isLeft) step += 1;
    trace.note({ kind: 'transition', from, event, to });
    store.patch({
      connectionState: to,
      connecting: to !== 'NOT_CONNECTING',
      // A pending step is not retried.
      ...(isLeft ? { rateLimitedUntil: undefined } : {}),
      ...(event === 'infoRead' ? { infoUpdated: true } : {}),
    });
    for (const name of names) effects[name]();
  }

  function settle(error?: DeviceError): void {
    const settled = waiters;
    waiters = [];
    for (const { resolve, reject } of settled) error ? reject(error) : resolve();
  }

  return {
    begin() {
      const { connectionState, connectingTimeout, connected, sseConnected, keyUnknown } = store.get();
      const ready = connectionState === 'NOT_CONNECTING' && connected && sseConnected;
      if (ready) return Promise.resolve();
      const result = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }));
      if (connectionState === 'NOT_CONNECTING') dispatch('connect');
      else if (connectingTimeout || keyUnknown) {
        // The timer of the earlier connect has ended: this one needs its own, or its caller would wait for ever.
        effects.startTimer();
        if (stream?.connected) effects.openStream();
        else stream?.nudge();
      }
      return result;
    },
    dispatch,
    refuse(connectionKey, reason) {
      store.patch({ connectionKey, refusal: reason });
      return reason;
    },
    nudge() {
      if (stream) return stream.nudge();
      if (store.get().connectionKey === undefined) throw new DeviceError('not-initialized', 'SSE not initialized');
      dispatch('connect');
    },
  };
}

/** The most likely reason for a slow connection. */
function slowError(store: DeviceStore): DeviceError {
  const { sseError, sseConnected, connected } = store.get();
  if (sseError) return sseError;
  if (sseConnected && !connected) return new DeviceError('not-connected', 'Device not connected');
  return new DeviceError('timeout', 'Connecting takes longer than usual');
}
