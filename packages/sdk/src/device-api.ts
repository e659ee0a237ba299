import type { MotionLimits, ScriptPoint } from '@tactus/motion';
import type { EventName, EventPayload, HampState, ResultOf, SliderState, SliderStroke } from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import type { CancellableRequest } from './client/cancellable.ts';
import type { CallArgs, ClientCallName, Fetch } from './client/client.ts';
import type { ClockMode, DeviceClockError } from './clock/device-clock.ts';
import type { Visibility } from './clock/schedule-resync.ts';
import type { ScriptPlayback } from './clock/script-time.ts';
import type { GroupCommands } from './commands/all-commands.ts';
import type { RequestHeadroom } from './commands/budget.ts';
import type { LatestOnly } from './commands/latest-only.ts';
import type { LeadInOptions } from './commands/lead-in.ts';
import type { TabPorts } from './connection/tab-ports.ts';
import type { HoldPorts } from './control/lease-ports.ts';
import type { StopResult } from './control/stop-lane.ts';
import type { PositionEstimate, PositionReading } from './position/position.ts';
import type { DeviceState } from './state/device-state.ts';
import type { DeviceStoreView } from './state/device-store.ts';
import type { ClockEstimate } from './state/estimate.ts';
import type { HoldState } from './state/hold-table.ts';
import type { StoragePort } from './state/stored-state.ts';
import type { UpdateFinished, UpdateStarted } from './state/watch-update.ts';
import type { TraceExport } from './trace/export.ts';
import type { TraceEntry } from './trace/trace.ts';

/** What a cloud can do beyond the vendor's (`features` of `/config.json`); what is missing, it cannot. */
export interface CloudFeatures {
  readonly leases?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly inlineScripts?: boolean | undefined;
  readonly channels?: boolean | undefined;
  /** The event stream takes the keys in headers, so that they stand in no address. */
  readonly headersOnSse?: boolean | undefined;
  /** `/api/tactus/events` is one stream for several devices. */
  readonly severalOnSse?: boolean | undefined;
  readonly positionSamples?: boolean | undefined;
  /** `/api/tactus/stop` stops several devices by one request. */
  readonly stopMany?: boolean | undefined;
  /** A command may carry a number: a Stop bars what is older, and no number is carried out twice (docs/cloud.md). */
  readonly commandOrder?: boolean | undefined;
  /** Guests of a share are let in (docs/sharing.md). */
  readonly shares?: boolean | undefined;
  /** The cloud tells a key that no device has from a device that is not there. */
  readonly unknownKeys?: boolean | undefined;
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
  /** What the tabs of a browser share their event stream with; left out: a stream of one's own. */
  readonly tabs?: TabPorts | undefined;
  /** Control among tabs, and leases where the cloud has them; left out: nothing is held. */
  readonly hold?: HoldPorts | undefined;
  /** How the cloud's clock is known; default `tracked`. */
  readonly clock?: ClockMode | undefined;
  /** Tells when the page becomes visible again. */
  readonly visibility?: Visibility | undefined;
  /** Hears every entry of the trace; keys are taken out. */
  readonly onTrace?: ((entry: TraceEntry) => void) | undefined;
  /** Requests a minute that the cloud grants; default the vendor's 240, `Infinity` for a cloud without a limit. */
  readonly requestsPerMinute?: number | undefined;
}

/** Events that can be listened to: all of the wire, and four that the SDK raises itself (product.md 4 and 7). */
export type DeviceEvents = { [N in EventName]: (data: EventPayload<N>) => void } & {
  /** The clock of this machine was measured against the cloud's. */
  client_timing_changed: (timing: ClockEstimate) => void;
  /** The cloud has measured the device's clock against its own. */
  device_timing_changed: (timing: ClockEstimate) => void;
  /** A firmware update has begun, whoever asked for it. */
  update_started: (update: UpdateStarted) => void;
  /** The device reports its update done. */
  update_finished: (update: UpdateFinished) => void;
};

/**
 * One device, driven through one interface. Commands go down: they resolve with the device's answer or reject with
 * `DeviceError`. Events come up: the store changes when the device has said so, never before.
 */
export interface Device extends GroupCommands {
  /** What is known; read and subscribe. Fits zustand's `useStore`. */
  readonly store: DeviceStoreView;
  /**
   * Connects to a device. Resolves when it is there, its info read and the clock synchronised. Rejects with 'Connection
   * key is required' or 'API token is required'; when the cloud refuses the credentials; and after 5 s, though it then
   * goes on trying until `disconnect()`.
   */
  connect(connectionKey: string): Promise<void>;
  /** Lets the device go. Does not stop it, but for a motion that a lease of ours keeps going: call `stop()` first. */
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

  /** Who controls the device; both states are in the store too. */
  readonly hold: {
    /**
     * The lease of what this program has set in motion: while it is `held`, the motion ends by itself ten seconds after
     * this program is known to be gone, and a minute after it fell silent (see `limitSilence`). `none` where nothing of ours moves, and
     * always where the cloud has no leases (then what moves continues, but for a page that is closed or left).
     */
    state(): HoldState;
    /** The lock between the tabs of a browser: `elsewhere` while another tab controls the device. */
    control(): HoldState;
    /**
     * Takes control from another tab, and stops the device before it resolves. Rejects where the stop was not confirmed, and
     * with 'aborted' where somebody pressed Stop meanwhile: then nothing is to start.
     */
    takeOver(): Promise<void>;
    /**
     * Limits how long what moves goes on once this program has fallen silent, 500 to 60000 ms, until undone. Of several limits
     * the shortest counts. Without effect where the cloud has no leases.
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
    /** The window that bounds every mode, shares 0..1 of the full stroke with `min <= max`. */
    setStroke(window: { readonly min: number; readonly max: number }): Promise<SliderStroke>;
    readStroke(): Promise<SliderStroke>;
    readState(): Promise<SliderState>;
  };
  readonly clock: {
    /** Measures this machine's clock against the cloud's now, the specification's way. 'HSTP is not initialized' before `connect`. */
    sync(): Promise<ClockEstimate>;
    /** The cloud's time now, ms since the epoch, as well as it is known; not rounded. */
    serverNow(): number;
    /** The same at a moment of `time.monotonic()`. */
    serverAt(monotonicMs: number): number;
    /** How far off it may be, and the device's own clock beside it; `undefined` before anything was measured. */
    error(): DeviceClockError | undefined;
    /**
     * Where in its script the device is, ms, at a moment of `time.monotonic()` (default now), by all clocks together and
     * with the person's time offset. `playback` is what it was told to play.
     */
    scriptTime(playback: ScriptPlayback, monotonicMs?: number): number;
  };
  readonly position: {
    /**
     * Where the slider is thought to be at a moment of `time.monotonic()` (default now; in a browser that is the clock of
     * animation frames). `undefined` while no slider is known or nothing was heard of it.
     */
    at(monotonicMs?: number): PositionEstimate | undefined;
    /** Corrects the estimate by readings while somebody looks; gives the undo. */
    watch(): Undo;
    /** Readings for charts, oldest first. */
    readings(): readonly PositionReading[];
    /**
     * Hands in the points of a script or stream by the `url` or `stream_ref` with which it will be set up: only then can
     * its playback be predicted. Scripts that are sent along (`csv`, `actions`) are known without, and so are those that
     * `uploadScript` and `fetchScript` had lately.
     */
    knowScript(source: string, points: readonly ScriptPoint[]): void;
  };

  /**
   * What the person allows: applied to every command last before the wire, Stop alone excepted. Speeds in mm/s, the stroke
   * in shares of the whole travel; see `MotionLimits`.
   */
  readonly limits: {
    current(): MotionLimits;
    /**
     * Changes some of them for what is sent from then on, and at once for a speed that rises in a slow start. Throws
     * 'bad-input' for values that make no sense.
     */
    set(changes: Partial<MotionLimits>): void;
    /** Whether a speed that was asked for is on its way up in a slow start: it is sent again by itself. */
    isRising(): boolean;
    /**
     * The points of a whole script as the limits allow them. Upload these in place of it: an address that this program
     * uploaded is played under limits only where its points keep them, any other is refused.
     */
    holdScript(points: readonly ScriptPoint[]): readonly ScriptPoint[];
  };

  /**
   * Brings the slider to where a playback will start, a share 0..1 of the stroke: reads the stroke and where it is,
   * leads it there at a bounded speed, and looks whether it is there. Rejects with 'aborted' when the person stops the device meanwhile, and
   * with 'refused' when the slider does not get there.
   */
  leadIn(share: number, options?: LeadInOptions): Promise<void>;

  /** Makes any call of the contract within the budget, traced like every other. */
  call<N extends ClientCallName>(name: N, ...args: CallArgs<N>): Promise<ResultOf<N>>;
  /**
   * Waits until a condition of the state holds, looking at it every `stepMs` (default 100). It can be cancelled, and rejects
   * with 'Request aborted' when the device is let go.
   */
  waitFor(condition: (state: DeviceState) => boolean, stepMs?: number): CancellableRequest<void>;
  /** Listens to an event; gives the undo. */
  on<N extends keyof DeviceEvents>(name: N, listener: DeviceEvents[N]): Undo;
  /**
   * Paces a control under the hand: newest value wins, five a second at most, the last one is always sent. `stop()`
   * drops what is waiting.
   */
  drag<A>(send: (value: A) => Promise<unknown>, onError: (error: unknown) => void): LatestOnly<A>;
  readonly budget: { headroom(): RequestHeadroom };
  /**
   * The number for a command that a program sends to this device by itself, as the value of `X-Tactus-Sequence`: higher than that
   * of every command before. Undefined where the cloud does not know numbers.
   */
  nextSequence(): string | undefined;
  readonly trace: {
    /** What is remembered, oldest first. */
    entries(): readonly TraceEntry[];
    /** All of it as plain data that can be stored, sent and replayed; keys and tokens are not in it. */
    export(): TraceExport;
  };
}
