import type { MotionLimits, ScriptPoint } from '@tactus/motion';
import type { EventName, EventPayload, HampState, ResultOf, SliderState, SliderStroke } from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import type { CancellableRequest } from './client/cancellable.ts';
import type { CallArgs, ClientCallName, Fetch } from './client/client.ts';
import type { ClockMode, DeviceTimeUncertainty } from './clock/device-clock.ts';
import type { PageVisibilityPort } from './clock/schedule-clock-resync.ts';
import type { ScriptPlayback } from './clock/script-time.ts';
import type { DeviceCommandGroups } from './commands/all-commands.ts';
import type { RemainingRequests } from './commands/budget.ts';
import type { LatestValueSender } from './commands/latest-value-sender.ts';
import type { LeadInOptions } from './commands/move-to-playback-start.ts';
import type { TabPorts } from './connection/tab-ports.ts';
import type { ControlPorts } from './control/lease-ports.ts';
import type { StopResult } from './control/stop-sender.ts';
import type { RestingMotion, RestingPlace } from './control/stroke-at-rest.ts';
import type { PositionEstimate, PositionReading } from './position/position.ts';
import type { ControlHoldState } from './state/control-hold-table.ts';
import type { DeviceState } from './state/device-state.ts';
import type { DeviceStoreView } from './state/device-store.ts';
import type { ClockEstimate } from './state/estimate.ts';
import type { FirmwareUpdateFinishedEvent, FirmwareUpdateStartedEvent } from './state/firmware-update-emitter.ts';
import type { StoragePort } from './state/stored-state.ts';
import type { TraceExport } from './trace/export.ts';
import type { TraceEntry } from './trace/trace.ts';

/** A cloud's extensions to the vendor's (`features` of `/config.json`); a missing one is not supported. */
export interface CloudFeatures {
  readonly leases?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly inlineScripts?: boolean | undefined;
  readonly channels?: boolean | undefined;
  /** The event stream takes the keys in headers, so that no address has them. */
  readonly headersOnSse?: boolean | undefined;
  /** `/api/tactus/events` is one stream for several devices. */
  readonly severalOnSse?: boolean | undefined;
  readonly positionSamples?: boolean | undefined;
  /** `/api/tactus/stop` stops several devices by one request. */
  readonly stopMany?: boolean | undefined;
  /** A command may have a number: a Stop blocks earlier ones, and no number is executed twice (docs/cloud.md). */
  readonly commandOrder?: boolean | undefined;
  /** Guests of a share are admitted (docs/sharing.md). */
  readonly shares?: boolean | undefined;
  /** The cloud distinguishes a key that no device has from a disconnected device. */
  readonly unknownKeys?: boolean | undefined;
}

/** The options of a device. */
export interface DeviceOptions {
  /** The REST base of the device's cloud, for example `/api/handy-rest/v3`. */
  readonly apiBase: string;
  /** Application id or client token. */
  readonly apiKey: string;
  readonly features?: CloudFeatures | undefined;
  readonly fetch: Fetch;
  readonly time: Time;
  readonly random: Random;
  /** Stores slow facts per connection key, and the latest key. `localStorage` fits. */
  readonly storage?: StoragePort | undefined;
  /** The ports through which tabs of a browser share their event stream; left out: this device has its own stream. */
  readonly tabs?: TabPorts | undefined;
  /** Control among tabs, and leases where the cloud has them; left out: no control is taken. */
  readonly hold?: ControlPorts | undefined;
  /** How the cloud's clock is measured; default `tracked`. */
  readonly clock?: ClockMode | undefined;
  /** Reports when the page becomes visible again. */
  readonly visibility?: PageVisibilityPort | undefined;
  /** Called with every entry of the trace, without keys. */
  readonly onTrace?: ((entry: TraceEntry) => void) | undefined;
  /** Requests a minute that the cloud grants; default the vendor's 240, `Infinity` for a cloud without a limit. */
  readonly requestsPerMinute?: number | undefined;
}

/** The events of a device: all of the wire, and four that the SDK emits itself. */
export type DeviceEvents = { [N in EventName]: (data: EventPayload<N>) => void } & {
  /** The clock of this machine was measured against the cloud's. */
  client_timing_changed: (timing: ClockEstimate) => void;
  /** The cloud has measured the device's clock against its own. */
  device_timing_changed: (timing: ClockEstimate) => void;
  /** A firmware update has begun, by any client. */
  update_started: (update: FirmwareUpdateStartedEvent) => void;
  /** The device reports its update done. */
  update_finished: (update: FirmwareUpdateFinishedEvent) => void;
};

/**
 * One device, controlled through one interface. Commands go down: they resolve with the device's answer or reject with
 * `DeviceError`. Events come up: the store changes when the device has reported a change, never before. An error that a
 * listener of the program throws changes nothing: a page reports it as uncaught, Node prints it.
 */
export interface Device extends DeviceCommandGroups {
  /** The known state; read and subscribe. Fits zustand's `useStore`. */
  readonly store: DeviceStoreView;
  /**
   * Connects to a device. Resolves when it is connected, its info read and the clock synchronised. Rejects with
   * 'Connection key is required' or 'API token is required'; when the cloud refuses the credentials; and after 5 s,
   * though it then goes on trying until `disconnect()`.
   */
  connect(connectionKey: string): Promise<void>;
  /**
   * Disconnects. Does not stop the device, except for motion under a lease of ours: call `stop()` first. A Stop that is not confirmed
   * yet, or that an unanswered start from before it may undo, is sent for another minute, until it is confirmed, refused for good, or
   * this program sends a start to that device.
   */
  disconnect(): void;
  /** Disconnects and ends every timer but those of a Stop without confirmation; the device cannot be used after it. */
  close(): void;
  /** Opens the event stream now when it waits for its next attempt. Throws 'SSE not initialized' before `connect`. */
  retry(): void;

  /**
   * Stops the device, whatever it does: past queue and budget, before info and clock, with nothing but the key. Never
   * rejects; retried until confirmed, also after it has reported `could-not-send`.
   */
  stop(): Promise<StopResult>;
  /** Whether a command of this program that can set the device in motion has no answer yet. */
  isStarting(): boolean;

  /** Control of the device; both states are in the store too. */
  readonly hold: {
    /**
     * The lease of the motion that this program started: while it is `held`, the motion ends by itself ten seconds after
     * this program is known to be gone, and after a minute of its silence (see `limitSilence`). `none` without motion of
     * ours, and always if the cloud has no leases (then the motion goes on, unless a page is closed or left).
     */
    state(): ControlHoldState;
    /** The lock between the tabs of a browser: `elsewhere` while another tab controls the device. */
    control(): ControlHoldState;
    /**
     * Takes control from another tab, and stops the device before it resolves. Rejects where the stop was not confirmed,
     * and with 'aborted' where Stop was pressed meanwhile: then nothing must start.
     */
    takeOver(): Promise<void>;
    /**
     * Limits how long motion goes on while this program is silent, 500 to 60000 ms, until undone. Of several limits the
     * shortest counts. Without effect where the cloud has no leases.
     */
    limitSilence(silentMs: number): Undo;
  };

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
    /**
     * The window that bounds every mode, shares 0..1 of the full stroke with `min <= max`. Under a limit of the speed it is sent once points
     * and scripts of this program rest, and rejects where they could not be paused.
     */
    setStroke(window: { readonly min: number; readonly max: number }): Promise<SliderStroke>;
    readStroke(): Promise<SliderStroke>;
    readState(): Promise<SliderState>;
  };
  readonly clock: {
    /** Measures this machine's clock against the cloud's, by the specification. 'HSTP is not initialized' before `connect`. */
    sync(): Promise<ClockEstimate>;
    /** The estimated time of the cloud now, ms since the epoch; not rounded. */
    serverNow(): number;
    /** The same at a time of `time.monotonic()`. */
    serverAt(monotonicMs: number): number;
    /** Its possible error, and that of the device's own clock; `undefined` before the first measurement. */
    error(): DeviceTimeUncertainty | undefined;
    /**
     * The position of the device in its script, ms, at a time of `time.monotonic()` (default now), by all clocks
     * together and with the user's time offset. `playback` is the sent play command.
     */
    scriptTime(playback: ScriptPlayback, monotonicMs?: number): number;
  };
  readonly position: {
    /**
     * The predicted position of the slider at a time of `time.monotonic()` (default now; in a browser that is the clock
     * of animation frames). `undefined` without a known slider or any report of it.
     */
    at(monotonicMs?: number): PositionEstimate | undefined;
    /** Corrects the estimate by readings until undone; call it while the position is shown. */
    watch(): Undo;
    /** Readings for charts, oldest first. */
    readings(): readonly PositionReading[];
    /**
     * Registers the points of a script or stream under the `url` or `stream_ref` with which it will be set up: only then
     * can its playback be predicted. Scripts that are sent inline (`csv`, `actions`) need no registration, nor do recent
     * ones of `uploadScript` and `fetchScript`.
     */
    knowScript(source: string, points: readonly ScriptPoint[]): void;
  };

  /**
   * The user's limits: applied to every command last before the wire, except Stop. Speeds in mm/s, the stroke in shares
   * of the whole travel; see `MotionLimits`.
   */
  readonly limits: {
    current(): MotionLimits;
    /**
     * Changes some of them for later commands, and at once, or once a device that is away is back, for a running speed of this program and for
     * points that exceed them: a `PointStream` plays on within them, other points and scripts are paused. Throws 'bad-input' for invalid values.
     */
    set(changes: Partial<MotionLimits>): void;
    /** Whether a requested speed is rising in a slow start: it is sent again by itself. */
    isRising(): boolean;
    /**
     * The points of a whole script under the limits. Upload these in place of it: under limits, an address that this
     * program uploaded is played only if its points keep them, any other address is refused.
     */
    holdScript(points: readonly ScriptPoint[]): readonly ScriptPoint[];
    /**
     * Adds a motion that rests by itself while the stroke is set under a limit of the speed, until undone; other points and scripts are
     * paused then. A `PointStream` does this itself.
     */
    restsForStroke(motion: RestingMotion): RestingPlace;
  };

  /**
   * Moves the slider to the start of a playback, a share 0..1 of the stroke as in the script, before the limits: reads the
   * stroke and the position, moves there at a bounded speed, and checks the arrival. Rejects with 'aborted' when the user stops the device meanwhile,
   * and with 'refused' when the slider does not arrive.
   */
  leadIn(share: number, options?: LeadInOptions): Promise<void>;

  /** Makes any call of the contract within the budget, traced like every other. */
  call<N extends ClientCallName>(name: N, ...args: CallArgs<N>): Promise<ResultOf<N>>;
  /**
   * Waits until a condition of the state holds, checked every `stepMs` (default 100). It can be cancelled, and rejects
   * with 'Request aborted' when the device is disconnected.
   */
  waitFor(condition: (state: DeviceState) => boolean, stepMs?: number): CancellableRequest<void>;
  /** Adds a listener for an event; returns its undo. */
  on<N extends keyof DeviceEvents>(name: N, listener: DeviceEvents[N]): Undo;
  /**
   * Paces the values of a control: the newest wins, five a second at most, the last one is always sent. `stop()` drops
   * waiting values.
   */
  drag<A>(send: (value: A) => Promise<unknown>, onError: (error: unknown) => void): LatestValueSender<A>;
  readonly budget: { headroom(): RemainingRequests };
  /**
   * The number for a command that a program sends to this device itself, as the value of `X-Tactus-Sequence`: higher
   * than that of every command before. Undefined where the cloud does not support numbers.
   */
  nextSequence(): string | undefined;
  readonly trace: {
    /** The stored entries, oldest first. */
    entries(): readonly TraceEntry[];
    /** All of it as plain data that can be stored, sent and replayed; keys and tokens are not in it. */
    export(): TraceExport;
  };
}
