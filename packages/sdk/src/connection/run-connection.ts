import type { Time, Undo } from '@tactus/time';
import { abortedError, DeviceError, toDeviceError } from '../errors.ts';
import type { EventStreamOptions } from '../events/event-stream.ts';
import type { EventStream } from '../events/frame-stream.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { isLegacy } from '../system/capability.ts';
import type { Trace } from '../trace/trace.ts';
import { type ConnectionEffect, type ConnectionEvent, stepConnection } from './table.ts';

/** After this long connecting is called slow (product.md 9); it goes on all the same. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** How long before a failed step of connecting is tried again. */
const RETRY_MS = 1_000;

/** What the runner does its work with. */
export interface ConnectionParts {
  readonly store: DeviceStore;
  readonly time: Time;
  readonly trace: Trace;
  /** Sets the state to what is remembered of the device, and fences whatever was asked before. */
  readonly forgetSession: () => void;
  /** Opens the stream. Throws 'Handy API SSE config not set'. */
  readonly openStream: (hooks: Pick<EventStreamOptions, 'onOpen' | 'onError'>) => EventStream;
  readonly readInfo: () => Promise<void>;
  /** Whether the clock was synchronised lately enough. */
  readonly isClockValid: () => boolean;
  readonly syncClock: () => Promise<void>;
  /** The connection is complete. */
  readonly onReady: () => void;
  /** The connection has ended. */
  readonly onEnd: () => void;
}

/** Runs the effects of the connection table, and holds the stream. */
export interface ConnectionRunner {
  /** Starts connecting; resolves when complete, rejects when refused, given up, or not complete in time. */
  begin(): Promise<void>;
  dispatch(event: ConnectionEvent): void;
  /** Opens the stream now when it waits for its next attempt. Throws 'SSE not initialized' without one. */
  nudge(): void;
}

/** Builds the runner of one device's connection. */
export function createConnectionRunner(parts: ConnectionParts): ConnectionRunner {
  const { store, time, trace } = parts;
  let stream: EventStream | undefined;
  let stopTimer: Undo | undefined;
  let stopRetry: Undo | undefined;
  let waiters: { resolve: () => void; reject: (error: DeviceError) => void }[] = [];
  let failure: DeviceError | undefined;
  /** Fences steps: the late end of an abandoned one changes nothing. */
  let step = 0;

  const effects: Readonly<Record<ConnectionEffect, () => void>> = {
    forgetSession: parts.forgetSession,
    openStream() {
      stream?.close();
      store.patch({ sseConnected: false, sseError: undefined });
      try {
        stream = parts.openStream(streamHooks());
      } catch (thrown) {
        refuse(toDeviceError(thrown));
      }
    },
    closeStream() {
      stream?.close();
      stream = undefined;
      store.patch({ sseConnected: false, connected: false });
    },
    startTimer() {
      stopTimer?.();
      store.patch({ connectingTimeout: false });
      stopTimer = time.after(CONNECT_TIMEOUT_MS, () => dispatch('timedOut'));
    },
    stopTimer() {
      stopTimer?.();
      store.patch({ connectingTimeout: false });
    },
    readInfoUnlessKnown() {
      if (store.get().infoUpdated || isLegacy(store.get())) dispatch('infoRead');
      else run(parts.readInfo, 'infoRead', 'infoFailed');
    },
    retryInfo: () => retry(effects.readInfoUnlessKnown),
    syncClockUnlessValid() {
      if (!parts.isClockValid()) return run(parts.syncClock, 'clockSynced', 'clockFailed');
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
      stopRetry?.();
      settle(failure ?? abortedError());
      failure = undefined;
      parts.onEnd();
    },
  };

  function streamHooks(): Pick<EventStreamOptions, 'onOpen' | 'onError'> {
    return {
      onOpen() {
        store.patch({ sseConnected: true, sseError: undefined });
        trace.note({ kind: 'stream', what: 'open', message: '' });
      },
      onError(error, final) {
        // What happens from now on is not heard: when the stream is back, the sessions say what was lost.
        store.patch({ sseConnected: false, sseError: error, continuity: undefined });
        trace.note({ kind: 'stream', what: 'error', message: error.message });
        if (final) refuse(error);
      },
    };
  }

  function refuse(error: DeviceError): void {
    failure = error;
    dispatch('refused');
    store.patch({ sseError: error });
  }

  function run(work: () => Promise<void>, done: ConnectionEvent, failed: ConnectionEvent): void {
    step += 1;
    const mine = step;
    work().then(
      () => mine === step && dispatch(done),
      () => mine === step && dispatch(failed), // the failed call is in the trace
    );
  }

  function retry(work: () => void): void {
    const mine = step;
    stopRetry?.();
    stopRetry = time.after(RETRY_MS, () => mine === step && work());
  }

  function dispatch(event: ConnectionEvent): void {
    const from = store.get().connectionState;
    const { to, run: names } = stepConnection(from, event);
    if (to === from && names.length === 0) return;
    if (to !== from) step += 1;
    trace.note({ kind: 'transition', from, event, to });
    store.patch({
      connectionState: to,
      connecting: to !== 'NOT_CONNECTING',
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
      const { connectionState, connectingTimeout, connected, sseConnected } = store.get();
      const ready = connectionState === 'NOT_CONNECTING' && connected && sseConnected;
      if (ready) return Promise.resolve();
      const result = new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }));
      if (connectionState === 'NOT_CONNECTING') dispatch('connect');
      else if (connectingTimeout) {
        // The time of the connect before is over: this one has its own, or nothing would ever tell its caller.
        effects.startTimer();
        stream?.nudge();
      }
      return result;
    },
    dispatch,
    nudge() {
      if (!stream) throw new DeviceError('not-initialized', 'SSE not initialized');
      stream.nudge();
    },
  };
}

/** Why it takes so long, as well as can be told. */
function slowError(store: DeviceStore): DeviceError {
  const { sseError, sseConnected, connected } = store.get();
  if (sseError) return sseError;
  if (sseConnected && !connected) return new DeviceError('not-connected', 'Device not connected');
  return new DeviceError('timeout', 'Connecting takes longer than usual');
}
