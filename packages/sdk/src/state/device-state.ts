import type {
  BatteryStatus,
  ButtonPress,
  DeviceCapabilities,
  DeviceInfo,
  DeviceMode,
  DeviceStatistics,
  Environment,
  HampState,
  HdspState,
  HspState,
  HvpState,
  SessionIds,
  SliderSettings,
  SliderState,
  SliderStroke,
} from '@tactus/protocol';
import type { DeviceError } from '../errors.ts';
import { initialClockSync } from './clock-sync.ts';
import type { ConnectionState } from './connection-table.ts';
import type { SessionContinuity } from './continuity.ts';
import type { ControlHoldState } from './control-hold-table.ts';
import { initialHamp } from './hamp.ts';
import { initialHdsp } from './hdsp.ts';
import { initialHsp } from './hsp.ts';
import { type HsspScript, initialHssp } from './hssp.ts';
import { initialHvp } from './hvp.ts';
import { type InterfacesState, initialInterfaces } from './interfaces.ts';
import { initialOta, type OtaState } from './ota.ts';
import { initialSlider } from './slider.ts';
import { initialWarnings } from './warnings.ts';

/** Window and reading of the slider: fractions of the full stroke, mm, mm/s, degrees Celsius. */
export type SliderFacts = SliderStroke & Omit<SliderState, 'motor_temp_adc_value'>;

/** Clocks of browser, cloud and device, all in ms. */
export interface ClockSync {
  /** Whether the offset between this machine and the cloud has been measured. */
  readonly synced: boolean;
  /** Mean round trip to the cloud. */
  readonly rtd: number;
  /** The difference from this machine's time to the cloud's. */
  readonly clockOffset: number;
  /** When it was measured, ms since the epoch by this machine's clock; 0 before. */
  readonly lastClockSync: number;
  /** The device's own time since its boot. */
  readonly deviceTime: number;
  /** The cloud's time minus the device's. */
  readonly deviceClockOffset: number;
  /** Round trip between cloud and device. */
  readonly deviceRtd: number;
  /** The user's time offset for scripts; `undefined` until it is read, and then treated as 0. */
  readonly deviceUserTimeOffset: number | undefined;
}

/** Warnings to the user: each is true from the event that reports it to the one that clears it. */
export interface DeviceWarnings {
  readonly motorHot: boolean;
  readonly sliderBlocked: boolean;
  readonly lowMemory: boolean;
}

/** The progress of the last Stop; `stopped` only when the device reported so. */
export type StopPhase = 'none' | 'stopping' | 'stopped' | 'could-not-send';

/**
 * The known state of the device and of the connection to it. Only answers, events and the connection's own steps change
 * it. Names are the specification's and the wire's.
 */
export interface DeviceState {
  readonly connectionKey: string | undefined;
  /** Whether the device is connected to the cloud, as last reported. */
  readonly connected: boolean;
  readonly mode: DeviceMode | undefined;
  /** The device's connection session; not reset at a disconnect, so that late events can be recognised. */
  readonly session_id: string | undefined;
  readonly disconnectReason: string | undefined;
  readonly info: DeviceInfo | undefined;
  readonly capabilities: DeviceCapabilities | undefined;
  readonly hamp: HampState;
  readonly hdsp: { readonly state: HdspState };
  readonly hsp: HspState;
  readonly hvp: HvpState;
  readonly hssp: HsspScript;
  readonly slider: SliderFacts;
  readonly clockSync: ClockSync;
  /** When the device's clock was read, ms since the epoch by this machine's clock, and in which session of the device. */
  readonly deviceClockRead: { readonly atMs: number; readonly session: string | undefined } | undefined;
  readonly battery: BatteryStatus | undefined;
  /** The last press of a button on the device; `timestamp` in ms since the epoch by this machine's clock. */
  readonly lastButtonEvent: (ButtonPress & { readonly timestamp: number }) | undefined;
  readonly trouble: DeviceWarnings;
  readonly ota: OtaState;
  readonly interfaces: InterfacesState;
  /** These four are set when they are read. */
  readonly environment: Environment | undefined;
  readonly statistics: DeviceStatistics | undefined;
  readonly sids: SessionIds | undefined;
  /** The connection session of the device in which `sids` were read. */
  readonly sidsSession: string | undefined;
  readonly sliderSettings: SliderSettings | undefined;
  /** The state that the device still had when it was back; `undefined` until that is decided. */
  readonly continuity: SessionContinuity | undefined;

  readonly connectionState: ConnectionState;
  /** Whether `connectionState` is any other than `NOT_CONNECTING`. */
  readonly connecting: boolean;
  /** Whether connecting has taken longer than `SLOW_CONNECT_MS`; it goes on all the same. */
  readonly connectingTimeout: boolean;
  /** Whether basic info was read in this session. */
  readonly infoUpdated: boolean;
  /** Whether this machine's clock was synchronised with the cloud in this connection. */
  readonly clientClockSynced: boolean;
  readonly sseConnected: boolean;
  readonly sseError: DeviceError | undefined;
  /** Why connecting was abandoned: the cloud does not accept the credential or the key, or there is no credential. */
  readonly refusal: DeviceError | undefined;
  /** The cloud reports that no device has this key. Only some clouds distinguish that from a disconnected device. */
  readonly keyUnknown: boolean;
  /** The cloud has refused for the number of requests; connecting continues by itself at this time, ms since the epoch. */
  readonly rateLimitedUntil: number | undefined;
  readonly stopPhase: StopPhase;
  /** How often Stop was pressed, whether or not an earlier one was still pending. */
  readonly stopPresses: number;
  /**
   * How often what drives this device had to end although no Stop was pressed here: one was pressed in another tab of this browser, this
   * page was left, or the lease or the control was lost.
   */
  readonly stopsElsewhere: number;
  /** The keys of devices that were disconnected before it was certain that a Stop holds: it is still sent to them. */
  readonly unconfirmedStops: readonly string[];
  /** The lease of the motion that this program started. */
  readonly hold: ControlHoldState;
  /** The lock between the tabs of this browser. */
  readonly control: ControlHoldState;
}

/** The part of the state that survives the end of a device: the connection's own steps, and the user's facts. */
export const stateRetainedAtDeviceEnd = (state: DeviceState): Partial<DeviceState> => ({
  connectionState: state.connectionState,
  stopPresses: state.stopPresses,
  stopsElsewhere: state.stopsElsewhere,
  unconfirmedStops: state.unconfirmedStops,
});

/** The state without a device. */
export const initialState: DeviceState = {
  connectionKey: undefined,
  connected: false,
  mode: undefined,
  session_id: undefined,
  disconnectReason: undefined,
  info: undefined,
  capabilities: undefined,
  hamp: initialHamp,
  hdsp: initialHdsp,
  hsp: initialHsp,
  hvp: initialHvp,
  hssp: initialHssp,
  slider: initialSlider,
  clockSync: initialClockSync,
  deviceClockRead: undefined,
  battery: undefined,
  lastButtonEvent: undefined,
  trouble: initialWarnings,
  ota: initialOta,
  interfaces: initialInterfaces,
  environment: undefined,
  statistics: undefined,
  sids: undefined,
  sidsSession: undefined,
  sliderSettings: undefined,
  continuity: undefined,
  connectionState: 'NOT_CONNECTING',
  connecting: false,
  connectingTimeout: false,
  infoUpdated: false,
  clientClockSynced: false,
  sseConnected: false,
  sseError: undefined,
  refusal: undefined,
  keyUnknown: false,
  rateLimitedUntil: undefined,
  stopPhase: 'none',
  stopPresses: 0,
  stopsElsewhere: 0,
  unconfirmedStops: [],
  hold: 'none',
  control: 'none',
};
