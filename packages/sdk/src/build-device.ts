import { DeviceMode } from '@tactus/protocol';
import { createNanoEvents } from 'nanoevents';
import { type Client, type ClientCallName, createClient } from './client/client.ts';
import type { SendCommand } from './client/command.ts';
import { createCommandNumbers } from './client/command-numbers.ts';
import { missingKeyError, needsDevice, requireConnectionKey } from './client/request.ts';
import { createDeviceClock } from './clock/device-clock.ts';
import { changedDeviceTiming } from './clock/device-timing.ts';
import { createDeviceCommands } from './commands/all-commands.ts';
import { createRequestBudget } from './commands/budget.ts';
import { createCommandDispatcher } from './commands/command-dispatcher.ts';
import { createGenerationalDragSender } from './commands/drag-sender.ts';
import { countStarts } from './commands/motion-calls.ts';
import type { PlaybackLeadIn } from './commands/move-to-playback-start.ts';
import { isModeMoving, stopCallFor } from './commands/stop-calls.ts';
import { CONDITION_CHECK_INTERVAL_MS, waitForState } from './commands/wait-for-state.ts';
import { applyStreamEvent } from './connection/apply-stream-event.ts';
import { createInitialStateReader } from './connection/initial-state-reader.ts';
import { readDeviceInfo } from './connection/read-device.ts';
import { createConnectionRunner } from './connection/run-connection.ts';
import { openSharedStream } from './connection/shared-stream.ts';
import { shareStopAndControlWithTabs } from './connection/tabs-of-device.ts';
import { createCommandSender } from './control/command-sender.ts';
import { createDeviceControl } from './control/device-control.ts';
import { createMotionLimiter } from './control/motion-limiter.ts';
import { createStopSender, type StopResult } from './control/stop-sender.ts';
import { createStrokeAtRest } from './control/stroke-at-rest.ts';
import type { Device, DeviceEvents, DeviceOptions } from './device-api.ts';
import { abortedError, DeviceError, toDeviceError } from './errors.ts';
import { createDevicePosition } from './position/device-position.ts';
import type { PositionPredictorFactory } from './position/position.ts';
import { createWatchedPositionReader } from './position/watched-position-reader.ts';
import { connectionStatus } from './state/connection-status.ts';
import { initialState, stateRetainedAtDeviceEnd } from './state/device-state.ts';
import { createDeviceStore } from './state/device-store.ts';
import { createFirmwareUpdateEmitter } from './state/firmware-update-emitter.ts';
import { isolateCallback } from './state/isolate-callback.ts';
import { persistState, stateAtSessionStart } from './state/stored-state.ts';
import { createTrace } from './trace/trace.ts';

/** The event stream of another cloud, which is not known to send comments, or to say in JSON why it refuses. */
const ANOTHER_CLOUD = { keysIn: 'query', nudgedSilenceMs: Infinity, bareRefusalsMax: 7 } as const;

/** Builds a device around a predictor. Nothing is sent before `connect`. */
export function buildDevice(
  options: DeviceOptions,
  makePredictor: PositionPredictorFactory,
  leadIn: PlaybackLeadIn,
): Device {
  const { time, storage } = options;
  const emitter = createNanoEvents<DeviceEvents>();
  const predictor = makePredictor(
    time,
    (monotonicMs) => clock.serverAt(monotonicMs),
    () => reading.predictorLoaded(),
  );
  const budget = createRequestBudget({ time, perMinute: options.requestsPerMinute });
  const store = createDeviceStore({ now: () => time.monotonic(), onChange: predictor.changed });
  let client: Client | undefined;
  /** Rises with every Stop and every session: a drag value of an earlier one is not sent after it. */
  let stops = 0;
  /** Aborts when the device is disconnected. */
  let letGo = new AbortController();

  const secrets = () => [store.get().connectionKey ?? '', options.apiKey];
  const trace = createTrace({ time, secrets, onEntry: options.onTrace });
  const sequence = options.features?.commandOrder ? createCommandNumbers() : undefined;
  const nextSequence = () => sequence?.next();
  const dispatcher = createCommandDispatcher({
    ...{ client: requireClient, store, budget, trace, time, sequence },
    onSend(call, input) {
      const { answered, failed } = predictor.commandSent(store.get(), call, input);
      watch.commandSent(call);
      return { answered: (result) => answered(store.get(), result), failed };
    },
    onEvent: predictor.eventReceived,
  });
  const stopLane = createStopSender({
    ...{ dispatcher, store, time },
    positionInStroke01: () => predictor.inStroke01(store.get(), time.monotonic()),
  });
  const hold = createDeviceControl({
    ...{ ...options, store, ports: options.hold, nextSequence, stop },
    leases: options.features?.leases === true,
    abandon() {
      endMotion();
      dispatcher.cancelCommands();
    },
    readMotion: dispatcher.readMotion,
    onError: noteFailure('control of the device'),
  });
  const limits = createMotionLimiter({
    ...{ time, state: store.get },
    positionMm() {
      // Where the slider is once the call has reached the device.
      const { rtd, deviceRtd } = store.get().clockSync;
      return predictor.at(store.get(), time.monotonic() + (rtd + deviceRtd) / 2)?.positionMm;
    },
    resend: (call, input) => send(call, input, {}, true).catch(rejectNoting('limits')),
    onChange: (isExceeded) => strokes.limitsChanged(isExceeded),
  });
  const strokes = createStrokeAtRest({
    ...{ state: store.get, subscribe: store.view.subscribe, limits, command: (call) => send(call), stop },
  });
  const watch = createWatchedPositionReader({ dispatcher, store, time, uncertaintyMm: predictor.uncertaintyMm });
  const reading = createInitialStateReader({ dispatcher, store, time, predictor, watch });
  const clock = createDeviceClock({
    client: () => client,
    ...{ ...options, store, trace, mode: options.clock ?? 'tracked' },
    isPlaying: () => isModeMoving(store.get()),
    onMeasured: (estimate) => emitter.emit('client_timing_changed', estimate),
    onFailure: noteFailure('clock sync'),
  });

  const connection = createConnectionRunner({
    ...{ store, time, trace },
    forgetSession() {
      forget(true);
      store.patch(stateAtSessionStart(store.get(), storage));
    },
    openStream(hooks) {
      void predictor.load?.();
      return openSharedStream({
        ...{ ...options, ...hooks, baseUrl: options.apiBase },
        several: options.features?.severalOnSse === true,
        connectionKey: store.get().connectionKey,
        ...(options.features?.headersOnSse ? { keysIn: 'headers' } : ANOTHER_CLOUD),
        onEvent(event, id) {
          // The name and the payload belong to each other, which the compiler cannot follow.
          if (applyStreamEvent(event, id, { store, dispatcher, trace, connection }))
            emitter.emit(event.name, event.data as never);
        },
        onUnknown: ({ name = 'a frame without a name', data }) => trace.note({ kind: 'unhandled', what: name, data }),
      });
    },
    readInfo: () => readDeviceInfo({ dispatcher, store }),
    isClockValid: clock.isValid,
    syncClock: (signal) => clock.sync(signal).then(() => undefined, rejectNoting('clock sync')),
    onReady() {
      clock.start(checkConnections);
      reading.begin();
    },
  });

  function requireClient(call: ClientCallName): Client {
    if (client) return client;
    if (needsDevice(call)) throw missingKeyError();
    return createClient({ ...options, baseUrl: options.apiBase });
  }

  function checkConnections(): void {
    stopLane.retryNow();
    hold.refresh();
    connection.nudge();
    if (connectionStatus(store.get()) === 'ready') dispatcher.readMotion();
  }

  const watchUpdate = createFirmwareUpdateEmitter({
    time,
    onStarted: (update) => emitter.emit('update_started', update),
    onFinished: (update) => emitter.emit('update_finished', update),
  });

  store.view.subscribe((next, previous) => {
    stopLane.watch(next, previous);
    hold.watch(next);
    limits.watch();
    watchUpdate(next, previous);
    if (next.continuity === 'rebooted' && previous.continuity !== 'rebooted') limits.forget();
    const timing = changedDeviceTiming(next.clockSync, previous.clockSync);
    // A measurement that an earlier page stored is not a new one.
    if (timing && next.session_id !== undefined) emitter.emit('device_timing_changed', timing);
  });
  persistState(store.view, storage, noteFailure('storage'));
  const { apiBase, tabs } = options;
  const { refresh: onControl, isStopPressed } = hold;
  shareStopAndControlWithTabs({ store, dispatcher, apiBase, tabs, isStopPressed, onStop: endMotion, onControl });

  function noteFailure(what: string) {
    return (thrown: unknown) => void trace.note({ kind: 'unhandled', what, data: toDeviceError(thrown).message });
  }

  function rejectNoting(what: string) {
    return (thrown: unknown) => {
      if (toDeviceError(thrown).code !== 'aborted') noteFailure(what)(thrown);
      throw thrown;
    };
  }

  const sender = createCommandSender({
    ...{ dispatcher, hold, limits, stopLane, strokes, stops: () => stops },
    onUnsent: (call, error) => call === 'hssp.setup' && deferred.refused(error),
  });
  const { send, isStarting } = countStarts(sender, () => store.get().connectionKey);
  const command = send as SendCommand; // the result is that of the call named
  const { groups, deferred } = createDeviceCommands({
    command,
    store,
    serverNow: clock.stampNow,
    stopDirectMove,
    isConnected: () => client !== undefined,
    takesInlineScripts: options.features?.inlineScripts === true,
  });

  async function stopDirectMove(): Promise<void> {
    const { name, input } = stopCallFor(DeviceMode.HDSP, predictor.inStroke01(store.get(), time.monotonic()));
    await dispatcher.send(name, input, { lane: 'stop' });
  }

  /** Ends everything that was about to start, to ramp up or to be sent by a drag. */
  function endMotion(): void {
    stops += 1;
    deferred.cancel();
    limits.stopped();
  }

  async function stop(): Promise<StopResult> {
    endMotion();
    if (!client) return { outcome: 'could-not-send', tookMs: 0, cause: missingKeyError() };
    return stopLane.press();
  }

  function forget(isSameDevice = false): void {
    stops += 1;
    deferred.cancel();
    for (const part of [dispatcher, reading]) part.forget();
    predictor.forget(isSameDevice);
  }

  function end(): void {
    hold.end(stopLane.startsBeforeStop());
    connection.dispatch('disconnect');
    clock.letGo();
    letGo.abort(abortedError());
    letGo = new AbortController();
    stopLane.cancel();
    limits.stopped();
    limits.forget();
    client = undefined;
    forget();
    store.patch({ ...initialState, ...stateRetainedAtDeviceEnd(store.get()) });
  }

  return {
    store: store.view,
    async connect(connectionKey) {
      requireConnectionKey(connectionKey);
      if (!options.apiKey) {
        end();
        throw connection.refuse(connectionKey, new DeviceError('bad-input', 'API token is required'));
      }
      if (store.get().connectionKey !== connectionKey) {
        if (client) end();
        client = createClient({ ...options, baseUrl: options.apiBase, connectionKey });
        store.patch({ connectionKey });
        hold.begin(connectionKey);
      }
      await connection.begin();
    },
    disconnect: end,
    close() {
      end();
      watch.close();
      strokes.close();
    },
    retry: connection.nudge,
    ...{ stop, isStarting },
    hold: {
      ...{ state: () => store.get().hold, control: () => store.get().control },
      ...{ takeOver: hold.takeOver, limitSilence: hold.limitSilence },
    },
    ...groups,
    clock: {
      ...{ sync: clock.sync, serverAt: clock.serverAt, error: clock.error },
      serverNow: () => clock.serverAt(time.monotonic()),
      scriptTime: (playback, monotonicMs = time.monotonic()) => clock.scriptTime(playback, monotonicMs),
    },
    position: createDevicePosition({ predictor, state: store.get, time, watches: [watch.watch, clock.attend] }),
    call: send as Device['call'], // as `command` above
    on: (name, listener) => emitter.on(name, isolateCallback(listener)),
    waitFor: (condition, stepMs = CONDITION_CHECK_INTERVAL_MS) =>
      waitForState({ condition, get: store.get, stepMs, time, letGo: letGo.signal }),
    drag: (sendValue, onError) =>
      createGenerationalDragSender({ send: sendValue, onError, time, budget, generation: () => stops }),
    limits: {
      ...{ current: limits.current, set: limits.set, isRising: limits.isRising, holdScript: limits.holdScript },
      restsForStroke: strokes.add,
    },
    leadIn(share, leadInOptions) {
      const born = stops;
      const isStopped = () => born !== stops;
      const limited = { maxSpeedMmS: () => limits.current().maxSpeedMmS, limitedShare: limits.limitedShare };
      return leadIn(command, { time, ...limited, isStopped }, share, leadInOptions);
    },
    budget: { headroom: budget.headroom },
    nextSequence,
    trace: { entries: trace.entries, export: trace.export },
  };
}
