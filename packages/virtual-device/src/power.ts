import {
  BleState,
  ButtonEvent,
  type ButtonPress,
  ConnectionMode,
  DeviceButton,
  type DeviceEvent,
  type DeviceInfo,
  DeviceRefusal,
  type Environment,
  errorKinds,
  type FirmwareVersion,
} from '@tactus/protocol';
import type { Random, Time, Undo } from '@tactus/time';
import { createFirmware, type Firmware } from './firmware.ts';
import type { DeviceBody } from './hardware/body.ts';
import type { SimulatedClockError } from './hardware/hardware-inputs.ts';
import type { DeviceModel } from './hardware/models.ts';
import { requireSlider } from './modes/parts.ts';
import type { CloudConnection } from './system/connection.ts';
import { createRadios, type Radios } from './system/system.ts';
import { createFirmwareUpdate, type FirmwareUpdate } from './system/update.ts';

/** Whether the device is on, which firmware runs, and whether it may be on the network. */
export interface DevicePower {
  readonly radios: Radios;
  readonly update: FirmwareUpdate;
  /** Undefined while the device is off or boots. */
  firmware(): Firmware | undefined;
  /** Boots with Wi-Fi, at once; does nothing when the device is on. */
  turnOn(): void;
  shutDown(reason: string): void;
  /** The network is available: connects from any state. */
  connect(): void;
  /** The network is lost. */
  cut(reason: string): void;
  restartSession(): void;
  press(press: ButtonPress): void;
  setClockError(error: SimulatedClockError): void;
  close(): void;
}

interface Options {
  readonly body: DeviceBody;
  readonly connection: CloudConnection;
  readonly build: DeviceModel;
  readonly time: Time;
  readonly random: Random;
  readonly emit: (event: DeviceEvent) => void;
  readonly info: () => DeviceInfo | undefined;
  readonly release: () => FirmwareVersion;
  readonly install: (release: FirmwareVersion) => void;
  readonly environment: () => Environment;
  readonly setEnvironment: (environment: Environment) => void;
}

/** Time for the answer to a call to be sent before its connection closes. */
const ANSWER_FIRST_MS = 200;
const BOOT_MS = 3_000;
const WAKING_BUTTONS: ReadonlySet<DeviceButton> = new Set([DeviceButton.POWER, DeviceButton.WIFI]);
const WAKING_EVENTS: ReadonlySet<ButtonEvent> = new Set([
  ButtonEvent.PRESSED,
  ButtonEvent.SHORT_PRESS,
  ButtonEvent.LONG_PRESS_START,
]);
const NO_CLOCK_ERROR: SimulatedClockError = { driftPpm: 0, skewMs: 0 };

/** Returns the power of a device; `build` makes the firmware of each boot. */
export function createDevicePower(options: Options): DevicePower {
  const { body, connection, build, time, emit, install } = options;
  let firmware: Firmware | undefined;
  let isCut = false;
  let isClosed = false;
  let isRebooting = false;
  let clockError = NO_CLOCK_ERROR;
  /** A written update: the next boot runs it, whatever causes that boot. */
  let written: FirmwareVersion | undefined;
  let cancelPlan: Undo | undefined;

  const radios = createRadios(emit);
  const running = () => {
    if (!firmware) throw new DeviceRefusal(errorKinds.deviceNotConnected);
    return firmware;
  };
  const update = createFirmwareUpdate({
    time,
    modes: () => running().modes,
    emit,
    installed: options.release,
    onInstalled: (release) => {
      written = release;
      reboot(radios.mode());
    },
  });

  /** One action is planned at a time; a later one replaces it. */
  function plan(delayMs: number, run: () => void): void {
    drop();
    if (isClosed) return;
    cancelPlan = time.after(delayMs, () => {
      cancelPlan = undefined;
      run();
    });
  }

  function drop(): void {
    cancelPlan?.();
    cancelPlan = undefined;
    isRebooting = false;
  }

  function goOnlineIfPossible(): void {
    if (!isClosed && !isCut && firmware && radios.wifi()) connection.goOnline();
  }

  function boot(mode: ConnectionMode): void {
    drop();
    if (written) install(written);
    written = undefined;
    radios.bootInto(mode);
    connection.boot();
    // Written out: a spread would give every device an object with a shape of its own.
    firmware = createFirmware({
      model: build,
      time,
      random: options.random,
      emit,
      slider: requireSlider(body.core),
      requireMotor: body.requireMotor,
      motorCelsius: body.motorCelsius,
      setLoad: body.setLoad,
      maxPoints: () => (radios.ble() === BleState.NOT_INITIALIZED ? build.maxPoints.wifi : build.maxPoints.wifiAndBle),
      info: () => {
        const known = options.info();
        if (!known) throw new DeviceRefusal(errorKinds.deviceNotConnected);
        return known;
      },
      sessionIds: (modeSessionId) => ({
        boot_session_id: connection.bootSessionId(),
        socket_session_id: connection.socketSessionId(),
        mode_session_id: modeSessionId,
      }),
      updateHandlers: update.handlers,
      system: {
        radios,
        environment: options.environment,
        setEnvironment: options.setEnvironment,
        reboot,
        switchWifi,
      },
    });
    firmware.clock.setError(clockError);
    goOnlineIfPossible();
  }

  function shutDown(reason: string): void {
    drop();
    firmware?.modes.end();
    update.abort();
    connection.goOffline(reason);
    firmware?.close();
    firmware = undefined;
  }

  function reboot(mode: ConnectionMode): void {
    plan(ANSWER_FIRST_MS, () => {
      shutDown('reboot');
      plan(BOOT_MS, () => boot(mode));
    });
    isRebooting = true;
  }

  /** A planned reboot sets the Wi-Fi anyway. */
  function switchWifi(on: boolean): void {
    if (isRebooting) return;
    plan(ANSWER_FIRST_MS, () => {
      radios.setWifi(on);
      if (on) goOnlineIfPossible();
      else connection.goOffline('wifi off');
    });
  }

  function turnOn(): void {
    const battery = body.battery();
    const hasPower = !battery || battery.level > 0 || battery.charger_connected === true;
    if (!firmware && !isClosed && hasPower) boot(ConnectionMode.WIFI);
  }

  /** The power or the Wi-Fi button connects a device without a link: after such a reboot nothing else can reach it. */
  function wake(): void {
    if (firmware) {
      radios.setWifi(true);
      goOnlineIfPossible();
    } else if (!cancelPlan) plan(BOOT_MS, turnOn);
  }

  return {
    radios,
    update,
    firmware: () => firmware,
    turnOn,
    shutDown,
    connect() {
      isCut = false;
      if (!firmware) turnOn();
      radios.setWifi(true);
      goOnlineIfPossible();
    },
    cut(reason) {
      isCut = true;
      connection.goOffline(reason);
    },
    restartSession() {
      connection.goOffline('session restart');
      goOnlineIfPossible();
    },
    press(press) {
      const { button, event } = press;
      const isWaking = WAKING_BUTTONS.has(button) && WAKING_EVENTS.has(event);
      if (isWaking && (!firmware || !radios.wifi())) wake();
      else if (firmware && !firmware.modes.press(press)) emit({ name: 'button_event', data: press });
    },
    setClockError(error) {
      clockError = error;
      firmware?.clock.setError(error);
    },
    close() {
      isClosed = true;
      shutDown('closed');
    },
  };
}
