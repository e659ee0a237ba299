import type { Undo } from '@tactus/time';
import { createNanoEvents } from 'nanoevents';
import { type CallOptions, type Client, type ClientCallName, createClient } from './client/client.ts';
import { missingKeyError, requireKey } from './client/request.ts';
import { deviceTimingOf } from './clock/device-timing.ts';
import { type ClockEstimate, isClockSyncValid } from './clock/estimate.ts';
import { keepClock } from './clock/keep-clock.ts';
import { syncClock } from './clock/sync-clock.ts';
import { createAsker } from './commands/asker.ts';
import type { Command } from './commands/command.ts';
import { hearEvent } from './connection/hear.ts';
import { readInfo, readState } from './connection/read-device.ts';
import { createConnectionRunner } from './connection/run-connection.ts';
import type { Device, DeviceEvents, DeviceOptions } from './device-api.ts';
import { DeviceError, toDeviceError } from './errors.ts';
import { openEventStream } from './events/event-stream.ts';
import { hampMode } from './modes/hamp.ts';
import { createBudget } from './pace/budget.ts';
import { createDrag } from './pace/drag.ts';
import { createPredictor } from './position/predictor.ts';
import { createPositionWatch } from './position/watch.ts';
import { initialState } from './state/device-state.ts';
import { createDeviceStore } from './state/device-store.ts';
import { keepStored, readStoredState } from './state/stored-state.ts';
import { startsMotion } from './stop/motion-calls.ts';
import { createStopLane } from './stop/stop-lane.ts';
import { sliderCommands } from './system/slider.ts';
import { createTrace } from './trace/trace.ts';

/** A text shorter than this is no secret, and hiding it would hide too much of the trace. */
const SECRET_LENGTH_MIN = 5;

/** Builds a device. Nothing is sent before `connect`. */
export function createDevice(options: DeviceOptions): Device {
  const { time, random, storage } = options;
  const emitter = createNanoEvents<DeviceEvents>();
  const predictor = createPredictor();
  const budget = createBudget({ time, perMinute: options.requestsPerMinute });
  const store = createDeviceStore({ now: () => time.monotonic(), onChange: predictor.changed });
  let client: Client | undefined;
  let stopKeepingClock: Undo | undefined;
  /** Rises with every Stop: what a hand wanted before is not sent after. */
  let stops = 0;

  const trace = createTrace({
    time,
    secrets: () => [store.get().connectionKey ?? '', options.apiKey].filter((text) => text.length >= SECRET_LENGTH_MIN),
    onEntry: options.onTrace,
  });
  const asker = createAsker({
    client: requireClient,
    store,
    budget,
    trace,
    time,
    onAccepted: (accepted) => predictor.accepted(store.get(), accepted),
  });
  const stopLane = createStopLane({
    asker,
    store,
    time,
    positionInStroke01: () => predictor.inStroke01(store.get(), time.monotonic()),
  });
  const watch = createPositionWatch({ asker, store, time });
  const clockParts = {
    client: () => client,
    store,
    trace,
    time,
    onMeasured: (estimate: ClockEstimate) => emitter.emit('client_timing_changed', estimate),
  };
  const resync = () => void syncClock(clockParts).catch(noteFailure('clock sync'));

  const connection = createConnectionRunner({
    store,
    time,
    trace,
    forgetSession() {
      asker.forget();
      predictor.forget();
      const { connectionKey, stopPhase, connectionState } = store.get();
      const remembered = connectionKey === undefined ? {} : readStoredState(storage, connectionKey);
      store.patch({ ...initialState, ...remembered, connectionKey, stopPhase, connectionState });
    },
    openStream: (hooks) =>
      openEventStream({
        ...hooks,
        baseUrl: options.apiBase,
        apiKey: options.apiKey,
        connectionKey: store.get().connectionKey,
        keysIn: options.features?.headersOnSse ? 'headers' : 'query',
        fetch: options.fetch,
        time,
        random,
        onEvent(event) {
          // The name and the payload belong to each other, which the compiler cannot follow.
          if (hearEvent(event, { store, asker, trace, connection })) emitter.emit(event.name, event.data as never);
        },
        onUnknown: ({ name = 'a frame without a name', data }) => trace.note({ kind: 'unhandled', what: name, data }),
      }),
    readInfo: () => readInfo({ asker, store }),
    isClockValid: () => isClockSyncValid(store.get().clockSync.lastClockSync, time.now()),
    syncClock: () => syncClock(clockParts).then(() => undefined, rejectNoting('clock sync')),
    onReady() {
      stopKeepingClock ??= keepClock({ time, visibility: options.visibility, resync: onVisibleOrDue });
      void readState({ asker, store });
    },
    onEnd() {
      stopKeepingClock?.();
      stopKeepingClock = undefined;
    },
  });

  function requireClient(): Client {
    if (!client) throw missingKeyError();
    return client;
  }

  function onVisibleOrDue(): void {
    connection.nudge();
    resync();
  }

  store.view.subscribe((next, previous) => {
    stopLane.watch(next, previous);
    const timing = deviceTimingOf(next.clockSync, previous.clockSync);
    if (timing) emitter.emit('device_timing_changed', timing);
  });
  keepStored(store.view, storage, noteFailure('storage'));

  function noteFailure(what: string) {
    return (thrown: unknown) => void trace.note({ kind: 'unhandled', what, data: toDeviceError(thrown).message });
  }

  function rejectNoting(what: string) {
    return (thrown: unknown) => {
      noteFailure(what)(thrown);
      throw thrown;
    };
  }

  function send(call: ClientCallName, input: unknown = {}, callOptions: CallOptions = {}): Promise<unknown> {
    const lane = call.endsWith('.stop') ? 'stop' : 'command';
    // Input and call come in together from a typed signature; `never` fits any of them.
    const sent = asker.ask(call, input as never, { ...callOptions, lane });
    if (startsMotion(call)) stopLane.motionStarts(sent);
    return sent;
  }
  const command = send as Command; // the result is that of the call named

  function end(): void {
    connection.dispatch('disconnect');
    stopLane.cancel();
    client = undefined;
    asker.forget();
    predictor.forget();
    store.patch({ ...initialState, connectionState: store.get().connectionState });
  }

  return {
    store: store.view,
    async connect(connectionKey) {
      requireKey(connectionKey);
      if (!options.apiKey) throw new DeviceError('bad-input', 'API token is required');
      if (store.get().connectionKey !== connectionKey) {
        end();
        client = createClient({ ...options, baseUrl: options.apiBase, connectionKey });
        store.patch({ connectionKey });
      }
      await connection.begin();
    },
    disconnect: end,
    close() {
      end();
      watch.close();
      stops += 1;
    },
    retry: connection.nudge,
    async stop() {
      stops += 1;
      if (!client) return { outcome: 'could-not-send', tookMs: 0, cause: missingKeyError() };
      return stopLane.press();
    },
    hamp: hampMode.commands(command),
    slider: sliderCommands(command),
    info: {
      async read() {
        if (!client) throw new DeviceError('not-initialized', 'Info CMD not initialized');
        return command('info.info', {});
      },
    },
    clock: { sync: () => syncClock(clockParts), serverNow: () => time.now() + store.get().clockSync.clockOffset },
    position: {
      at: (monotonicMs = time.monotonic()) => predictor.at(store.get(), monotonicMs),
      watch: watch.watch,
      readings: predictor.readings,
    },
    call: send as Device['call'], // as `command` above
    on: (name, listener) => emitter.on(name, listener),
    drag(sendValue, onError) {
      const drag = createDrag<{ value: Parameters<typeof sendValue>[0]; born: number }>({
        send: async ({ value, born }) => (born === stops ? sendValue(value) : undefined),
        onError,
        time,
        budget,
      });
      return Object.assign((value: Parameters<typeof sendValue>[0]) => drag({ value, born: stops }), {
        cancel: drag.cancel,
      });
    },
    budget: { headroom: budget.headroom },
    trace: { entries: trace.entries },
  };
}
