import { type BatteryStatus, type ButtonPress, type DeviceEvent, DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Time } from '@tactus/time';
import { createBattery } from './battery.ts';
import { createButtons } from './buttons.ts';
import type { HardwareInputs } from './hardware-inputs.ts';
import type { DeviceModel } from './models.ts';
import { createMotionCore, type MotionCore, type MotionIntent } from './motion-core.ts';
import { createMotorHeat, MOTOR_AMBIENT_C } from './motor-heat.ts';

/** The parts that outlive a reboot: slider, motor, battery, buttons. */
export interface DeviceBody {
  /** Undefined on a model without a slider. */
  readonly core: MotionCore | undefined;
  /** The slider, for motion. Throws `DeviceRefusal` 100017 without one, 100006 when blocked, 100005 when hot. */
  requireMotor(): MotionCore;
  motorCelsius(): number;
  setLoad(load01: number): void;
  /** Undefined on a model without a battery. */
  battery(): BatteryStatus | undefined;
  /** The physical actions on these parts; built at each call. */
  hardware(): Omit<HardwareInputs, 'setClockError' | 'failUpdateAt' | 'setBleState' | 'restartSession'>;
  close(): void;
}

interface Options {
  readonly model: DeviceModel;
  readonly time: Time;
  readonly emit: (event: DeviceEvent) => void;
  /** Ends any motion. */
  readonly endMotion: () => void;
  readonly onEmpty: () => void;
  readonly onPowered: () => void;
  readonly onButton: (press: ButtonPress) => void;
}

/** The battery load of following a stream: about that of an average script. */
const TRACK_LOAD = 0.5;

/** Builds slider, motor, battery and buttons of a model. */
export function createDeviceBody({ model, time, emit, endMotion, onEmpty, onPowered, onButton }: Options): DeviceBody {
  const { movement, capabilities } = model;
  let isBlocked = false;
  let isHot = false;

  const battery = capabilities.battery ? createBattery({ time, emit, onEmpty, onPowered }) : undefined;
  const core = movement && createMotionCore({ movement, time, onIntent });
  const heat =
    core &&
    createMotorHeat({
      time,
      travelledMm: core.travelledMm,
      topSpeedMmS: movement.speed.maxMmS,
      onHigh: () => {
        isHot = true;
        emit({ name: 'temp_high', data: undefined });
        endMotion();
      },
      onOk: () => {
        isHot = false;
        emit({ name: 'temp_ok', data: undefined });
      },
    });
  const buttons = createButtons({ time, deliver: onButton });

  function onIntent(intent: MotionIntent): void {
    battery?.setLoad(loadOf(intent));
    if (intent.kind !== 'rest') heat?.wake();
  }

  return {
    core,
    requireMotor() {
      if (!core) throw new DeviceRefusal(errorKinds.notSupported);
      if (isBlocked) throw new DeviceRefusal(errorKinds.sliderBlocked);
      if (isHot) throw new DeviceRefusal(errorKinds.motorTemperatureHigh);
      return core;
    },
    motorCelsius: () => heat?.celsius() ?? MOTOR_AMBIENT_C,
    setLoad: (load01) => battery?.setLoad(load01),
    battery: () => battery?.status(),
    hardware: () => ({
      press: buttons.press,
      hold: buttons.hold,
      setCharger: (connected) => battery?.setCharger(connected),
      setBatteryLevel: (level01) => battery?.setLevel(level01),
      setSliderBlocked(blocked) {
        if (!core || blocked === isBlocked) return;
        isBlocked = blocked;
        emit({ name: blocked ? 'slider_blocked' : 'slider_unblocked', data: undefined });
        if (blocked) endMotion();
      },
      setMotorTemperature: (celsius) => heat?.set(celsius),
      reportLowMemory(memory) {
        const { discarded_msg_size, ...warning } = memory;
        if (discarded_msg_size === undefined) emit({ name: 'low_memory_warning', data: warning });
        else emit({ name: 'low_memory_error', data: memory });
      },
      reportError: (error) => emit({ name: 'device_error', data: error }),
      reportWifiScan: (networks) => emit({ name: 'wifi_scan_complete', data: { nr_of_networks: networks } }),
    }),
    close() {
      core?.close();
      heat?.close();
      battery?.close();
      buttons.close();
    },
  };
}

function loadOf(intent: MotionIntent): number {
  switch (intent.kind) {
    case 'rest':
      return 0;
    case 'oscillate':
      return intent.velocity01;
    case 'go':
    case 'track':
      return TRACK_LOAD;
  }
}
