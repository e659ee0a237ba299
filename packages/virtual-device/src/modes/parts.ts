import { type DeviceEvent, DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import type { FirmwareClock } from '../hardware/firmware-clock.ts';
import type { DeviceModel } from '../hardware/models.ts';
import type { MotionCore } from '../hardware/motion-core.ts';
import type { ModeSwitch } from './mode-switch.ts';

/** The parts on which the groups of calls are built. */
export interface DeviceParts {
  readonly model: DeviceModel;
  readonly time: Time;
  readonly random: Random;
  readonly modes: ModeSwitch;
  readonly clock: FirmwareClock;
  /** Emits an event to all listeners; a device that is not connected emits nothing. */
  readonly emit: (event: DeviceEvent) => void;
  /** The slider; refuses with 100017 on a model that has none. */
  readonly slider: () => MotionCore;
  /** The slider, for motion; refuses as `slider` does, when it is blocked (100006) and when it is hot (100005). */
  readonly requireMotor: () => MotionCore;
  /** The motor's temperature in degrees Celsius. */
  readonly motorCelsius: () => number;
  /** Sets the load of the device from now on, 0..1. */
  readonly setLoad: (load01: number) => void;
  /** The capacity of a stream set up now; the free memory of the connection mode decides. */
  readonly maxPoints: () => number;
}

/** Returns the slider or refuses, as the firmware of a model without one does. */
export function requireSlider(core: MotionCore | undefined): () => MotionCore {
  return () => {
    if (!core) throw new DeviceRefusal(errorKinds.notSupported);
    return core;
  };
}
