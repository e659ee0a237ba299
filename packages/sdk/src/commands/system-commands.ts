import type {
  ClockInfo,
  ConnectionMode,
  DeviceCapabilities,
  DeviceInfo,
  DeviceMode,
  DeviceStatistics,
  Environment,
  InputOf,
  IssuedToken,
  ModeState,
  SessionIds,
  SliderSettings,
} from '@tactus/protocol';
import type { SendCommand } from '../client/command.ts';

/** Which links are on. */
export interface EnabledInterfaces {
  readonly wifi: boolean;
  readonly ble: boolean;
}

/** Links, environment and reboot. */
export interface SystemCommands {
  interfaces(): Promise<EnabledInterfaces>;
  /** Switches links; without Wi-Fi the device is disconnected until one of its buttons is pressed. */
  setInterfaces(interfaces: EnabledInterfaces): Promise<'ok'>;
  environment(): Promise<{ environment: Environment }>;
  setEnvironment(environment: Environment): Promise<'ok'>;
  /** Reboots with these links; all motion stops. Modes without Wi-Fi leave the device disconnected, as above. */
  reboot(connectionMode: ConnectionMode): Promise<'ok'>;
}

/** Creates the commands for links, environment and reboot. */
export const createSystemCommands = (command: SendCommand): SystemCommands => ({
  interfaces: () => command('system.interfaces', {}),
  setInterfaces: ({ wifi, ble }) => command('system.setInterfaces', { wifi, ble }),
  environment: () => command('system.environment', {}),
  setEnvironment: (environment) => command('system.setEnvironment', { environment }),
  reboot: (connection_mode) => command('system.reboot', { connection_mode }),
});

/** Facts, mode and sessions. Everything rejects with 'Info CMD not initialized' before `connect`. */
export interface DeviceInfoCommands {
  /** Reads model and firmware. */
  read(): Promise<DeviceInfo>;
  mode(): Promise<ModeState>;
  /** Changes the mode, 0 to 8; the motion of the earlier mode stops. */
  setMode(mode: DeviceMode): Promise<ModeState>;
  capabilities(): Promise<DeviceCapabilities>;
  /** Numbers of the current boot, socket and mode session. */
  sids(): Promise<SessionIds>;
  /** Counters of the link between device and cloud. */
  statistics(): Promise<DeviceStatistics>;
  /** The slider's own settings; refused where there is no slider. */
  sliderSettings(): Promise<SliderSettings>;
  /** Whether the device is connected to the cloud. */
  connected(): Promise<{ connected: boolean }>;
}

/** Creates the commands for facts, mode and sessions of the device. */
export const createDeviceInfoCommands = (command: SendCommand): DeviceInfoCommands => ({
  read: () => command('info.info', {}),
  mode: () => command('info.mode', {}),
  setMode: (mode) => command('info.setMode2', { mode }),
  capabilities: () => command('info.capabilities', {}),
  sids: () => command('info.sids', {}),
  statistics: () => command('info.statistics', {}),
  sliderSettings: () => command('info.sliderSettings', {}),
  connected: () => command('info.connected', {}),
});

/** Clocks of device and cloud. Everything rejects with 'HSTP is not initialized' before `connect`. */
export interface HstpCommands {
  /** The device's clock as last measured. */
  info(): Promise<ClockInfo>;
  /** Makes the cloud measure the device's clock. Resolves with the clock; without `wait` with 'ok', and an event reports it. */
  clocksync(options?: { readonly wait?: boolean }): Promise<ClockInfo | 'ok'>;
  /** The user's time offset for scripts, ms. */
  offset(): Promise<{ offset: number }>;
  /** Sets the user's time offset for scripts, ms; may be negative. */
  setOffset(offsetMs: number): Promise<'ok'>;
}

/** Creates the commands for the clocks of device and cloud. */
export const createHstpCommands = (command: SendCommand): HstpCommands => ({
  info: () => command('hstp.info', {}),
  clocksync: ({ wait = true } = {}) => command('hstp.clocksync', { s: wait }),
  offset: () => command('hstp.offset', {}),
  setOffset: (offset) => command('hstp.setOffset', { offset }),
});

/** Client tokens. */
export interface AuthCommands {
  /** Issues a client token; needs an application key as `apiKey`, and no device. The trace does not store its answer. */
  issueToken(restrictions?: InputOf<'auth.issueToken'>): Promise<IssuedToken>;
}

/** Creates the commands for client tokens. */
export const createAuthCommands = (command: SendCommand): AuthCommands => ({
  issueToken: (restrictions = {}) => command('auth.issueToken', restrictions),
});
