import {
  type DeviceCallName,
  type DeviceEvent,
  type DeviceInfo,
  DeviceRefusal,
  Environment,
  errorKinds,
  type FirmwareVersion,
  type ParsedInputOf,
  type ResultOf,
  type SelfStoppingDevice,
} from '@tactus/protocol';
import { createListeners, type Random, type Time } from '@tactus/time';
import { createDeviceBody } from './hardware/body.ts';
import type { HardwareInputs } from './hardware/hardware-inputs.ts';
import { deviceModels, type ModelName } from './hardware/models.ts';
import { createDevicePower } from './power.ts';
import { createCloudConnection } from './system/connection.ts';
import { firmwareKnowsCall, firmwareStatusOf, isFirmwareVersion, isLegacyFirmware } from './system/releases.ts';

/** The default firmware of virtual devices: the newest release. */
export const DEFAULT_FIRMWARE_VERSION = '4.1.1';

/** The options of a virtual device. With a fake time and a seeded random it behaves the same every time. */
export interface VirtualDeviceOptions {
  readonly connectionKey: string;
  readonly model: ModelName;
  readonly time: Time;
  readonly random: Random;
  /** Its first firmware version: major, minor and patch; it refuses calls of later versions. Below 4 it is a legacy device. */
  readonly firmware?: string;
}

/** A modelled device. It starts connected, and can be disconnected and reconnected. */
export interface VirtualDevice extends SelfStoppingDevice {
  readonly model: ModelName;
  /** The physical actions on it. */
  hardware(): HardwareInputs;
  /** Connects it under a new session, from any state; does nothing when connected. */
  connect(): void;
  /** Disconnects it. Its motion goes on, as with real hardware. Does nothing when disconnected. */
  disconnect(reason: string): void;
  /** Ends the device: disconnected for good, without further events. */
  close(): void;
}

/** The events of a legacy device. */
const LEGACY_EVENTS: ReadonlySet<string> = new Set(['device_connected', 'device_disconnected']);

/** Boots a modelled device, connected. Throws a RangeError for an invalid firmware version. */
export function createVirtualDevice(options: VirtualDeviceOptions): VirtualDevice {
  const { connectionKey, model, time, random, firmware = DEFAULT_FIRMWARE_VERSION } = options;
  if (!isFirmwareVersion(firmware)) throw new RangeError('firmware must be major.minor.patch');
  const listeners = createListeners<[DeviceEvent]>();
  const build = deviceModels[model];
  let release: FirmwareVersion = { version: firmware, feature_flags: 'production' };
  let environment: Environment = Environment.PRODUCTION;
  let status = firmwareStatusOf(release.version, environment);

  function notify(event: DeviceEvent): void {
    if (isLegacyFirmware(release.version) && !LEGACY_EVENTS.has(event.name)) return;
    listeners.emit(event);
  }
  const emit = (event: DeviceEvent) => {
    if (connection.isOnline()) notify(event);
  };

  function info(): DeviceInfo | undefined {
    const sessionId = connection.sessionId();
    if (sessionId === undefined) return undefined;
    return {
      fw_status: status,
      fw_version: release.version,
      fw_feature_flags: release.feature_flags,
      hw_model_no: build.number,
      hw_model_name: build.wireName,
      hw_model_variant: 0,
      session_id: sessionId,
    };
  }

  const connection = createCloudConnection({ time, random, notify, info });
  const body = createDeviceBody({
    model: build,
    time,
    emit,
    endMotion: () => power.firmware()?.modes.end(),
    onEmpty: () => power.shutDown('battery empty'),
    onPowered: () => power.turnOn(),
    onButton: (press) => power.press(press),
  });
  const power = createDevicePower({
    body,
    connection,
    build,
    time,
    random,
    emit,
    info,
    release: () => release,
    install: (next) => {
      release = next;
      status = firmwareStatusOf(release.version, environment);
    },
    environment: () => environment,
    setEnvironment: (next) => {
      environment = next;
      status = firmwareStatusOf(release.version, environment);
    },
  });
  power.turnOn();

  /** Built at the first use: most devices are never touched. */
  let hardware: HardwareInputs | undefined;

  /** The firmware, while the device is connected. */
  function reached() {
    const running = power.firmware();
    if (!connection.isOnline() || !running) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return running;
  }

  return {
    connectionKey,
    model,
    info,
    connect: power.connect,
    disconnect: power.cut,
    motion: () => power.firmware()?.modes.motion() ?? 'none',
    rest: () => power.firmware()?.modes.end(),
    hardware() {
      hardware ??= {
        ...body.hardware(),
        setClockError: (error) => power.setClockError(error),
        failUpdateAt: power.update.failAt,
        setBleState: (state) => power.radios.setBle(state),
        restartSession: power.restartSession,
      };
      return hardware;
    },
    close() {
      power.cut('closed');
      power.close();
      body.close();
      listeners.clear();
    },
    onEvent: listeners.on,
    async setClock(measured) {
      const data = reached().clock.synchronise(measured);
      emit({ name: 'device_clock_synchronized', data });
      return data;
    },
    async install(wanted) {
      reached();
      power.update.start(wanted);
    },
    async call<N extends DeviceCallName>(name: N, input: ParsedInputOf<N>): Promise<ResultOf<N>> {
      const running = reached();
      if (!firmwareKnowsCall(release.version, name)) throw new DeviceRefusal(errorKinds.unknownCommand);
      // The table's rows pair name, input and result; a look-up by a variable name forgets which.
      const handler = running.handlerOf(name) as (input: unknown) => ResultOf<N> | Promise<ResultOf<N>>;
      return handler(input);
    },
  };
}
