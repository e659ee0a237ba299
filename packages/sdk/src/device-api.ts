import type {
  DeviceInfo,
  EventName,
  EventPayload,
  HampState,
  ResultOf,
  SliderState,
  SliderStroke,
} from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import type { CallArgs, ClientCallName, Fetch } from './client/client.ts';
import type { ClockEstimate } from './clock/estimate.ts';
import type { Visibility } from './clock/keep-clock.ts';
import type { Headroom } from './pace/budget.ts';
import type { LatestOnly } from './pace/latest-only.ts';
import type { PositionEstimate, PositionReading } from './position/predictor.ts';
import type { DeviceStoreView } from './state/device-store.ts';
import type { StoragePort } from './state/stored-state.ts';
import type { StopResult } from './stop/stop-lane.ts';
import type { TraceEntry } from './trace/trace.ts';

/** What a cloud can do beyond the vendor's (`features` of `/config.json`); what is missing, it cannot. */
export interface CloudFeatures {
  readonly leases?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly inlineScripts?: boolean | undefined;
  readonly channels?: boolean | undefined;
  /** The event stream takes the keys in headers, so that they stand in no address. */
  readonly headersOnSse?: boolean | undefined;
  readonly positionSamples?: boolean | undefined;
}

/** What a device is made of. */
export interface DeviceOptions {
  /** The REST base of the device's cloud, for example `/api/handy-rest/v3`. */
  readonly apiBase: string;
  /** Application id or client token. */
  readonly apiKey: string;
  readonly features?: CloudFeatures | undefined;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  /** Remembers slow facts per connection key, and the latest key. `localStorage` fits. */
  readonly storage?: StoragePort | undefined;
  /** Tells when the page becomes visible again. */
  readonly visibility?: Visibility | undefined;
  /** Hears every entry of the trace; keys are taken out. */
  readonly onTrace?: ((entry: TraceEntry) => void) | undefined;
  /** Requests a minute that the cloud grants; default the vendor's 240, `Infinity` for a cloud without a limit. */
  readonly requestsPerMinute?: number | undefined;
}

/** Events that can be listened to: all of the wire, and two that the SDK raises itself (product.md 4). */
export type DeviceEvents = { [N in EventName]: (data: EventPayload<N>) => void } & {
  /** The clock of this machine was measured against the cloud's. */
  client_timing_changed: (timing: ClockEstimate) => void;
  /** The cloud has measured the device's clock against its own. */
  device_timing_changed: (timing: ClockEstimate) => void;
};

/**
 * One device, driven through one interface. Commands go down: they resolve with the device's answer or reject with
 * `DeviceError`. Events come up: the store changes when the device has said so, never before.
 */
export interface Device {
  /** What is known; read and subscribe. Fits zustand's `useStore`. */
  readonly store: DeviceStoreView;
  /**
   * Connects to a device. Resolves when it is there, its info read and the clock synchronised. Rejects with 'Connection
   * key is required' or 'API token is required'; when the cloud refuses the credentials; and after 5 s, though it then
   * goes on trying until `disconnect()`.
   */
  connect(connectionKey: string): Promise<void>;
  /** Lets the device go. Does not stop it: call `stop()` first. */
  disconnect(): void;
  /** Disconnects and ends every timer; the device cannot be used after it. */
  close(): void;
  /** Opens the event stream now when it waits for its next attempt. Throws 'SSE not initialized' before `connect`. */
  retry(): void;

  /**
   * Stops the device, whatever it does: past queue and budget, before info and clock, with nothing but the key. Never
   * rejects; tried again until confirmed, also after it has reported `could-not-send`.
   */
  stop(): Promise<StopResult>;

  /** Alternating motion. */
  readonly hamp: {
    /** Starts at the slowest speed. */
    start(): Promise<HampState>;
    stop(): Promise<HampState>;
    /** A share 0..1 of the top speed; else 'Velocity must be between 0 and 1'. */
    setVelocity(velocity: number): Promise<HampState>;
    /** The zone of this motion inside the stroke, shares 0..1 with `min <= max`. */
    setStroke(zone: { readonly min: number; readonly max: number }): Promise<HampState>;
  };
  readonly slider: {
    /** The window that bounds every mode, shares 0..1 of the full stroke with `min <= max`. */
    setStroke(window: { readonly min: number; readonly max: number }): Promise<SliderStroke>;
    readStroke(): Promise<SliderStroke>;
    readState(): Promise<SliderState>;
  };
  readonly info: {
    /** Reads model and firmware. 'Info CMD not initialized' before `connect`. */
    read(): Promise<DeviceInfo>;
  };
  readonly clock: {
    /** Measures this machine's clock against the cloud's now. 'HSTP is not initialized' before `connect`. */
    sync(): Promise<ClockEstimate>;
    /** The cloud's time now, ms since the epoch, by the last measurement. */
    serverNow(): number;
  };
  readonly position: {
    /**
     * Where the slider is thought to be at a moment of `time.monotonic()` (default now; `performance.now()` in a
     * browser). `undefined` while no slider is known or nothing was heard of it.
     */
    at(monotonicMs?: number): PositionEstimate | undefined;
    /** Corrects the estimate by readings while somebody looks; gives the undo. */
    watch(): Undo;
    /** Readings for charts, oldest first. */
    readings(): readonly PositionReading[];
  };

  /** Makes any call of the contract within the budget, traced like every other. */
  call<N extends ClientCallName>(name: N, ...args: CallArgs<N>): Promise<ResultOf<N>>;
  /** Listens to an event; gives the undo. */
  on<N extends keyof DeviceEvents>(name: N, listener: DeviceEvents[N]): Undo;
  /**
   * Paces a control under the hand: newest value wins, five a second at most, the last one is always sent. `stop()`
   * drops what is waiting.
   */
  drag<A>(send: (value: A) => Promise<unknown>, onError: (error: unknown) => void): LatestOnly<A>;
  readonly budget: { headroom(): Headroom };
  readonly trace: { entries(): readonly TraceEntry[] };
}
