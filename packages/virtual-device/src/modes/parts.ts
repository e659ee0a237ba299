import { type DeviceEvent, DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import type { FirmwareClock } from '../hardware/firmware-clock.ts';
import type { DeviceModel } from '../hardware/models.ts';
import type { MotionCore } from '../hardware/motion-core.ts';
import type { ModeSwitch } from './mode-switch.ts';

/** What the groups of calls are built on. */
export interface DeviceParts {
  readonly model: DeviceModel;
  readonly time: Time;
  readonly random: Random;
  readonly modes: ModeSwitch;
  readonly clock: FirmwareClock;
  /** Tells everybody who listens; nobody hears it while the device is not connected. */
  readonly emit: (event: DeviceEvent) => void;
  /** The slider; refuses with 100017 on a model that has none. */
  readonly slider: () => MotionCore;
  /** The slider, to be set in motion; refuses as `slider` does, when it is blocked (100006) and when it is hot (100005). */
  readonly requireMotor: () => MotionCore;
  /** The motor's temperature in degrees Celsius. */
  readonly motorCelsius: () => number;
  /** How hard the device works from now on, 0..1. */
  readonly setLoad: (load01: number) => void;
  /** Points that a stream set up now may hold; the free memory of the connection mode decides (api-v3.md 5.2). */
  readonly maxPoints: () => number;
}

/** Gives the slider or refuses, as the firmware of a model without one does. */
export function sliderOrRefusal(core: MotionCore | undefined): () => MotionCore {
  return () => {
    if (!core) throw new DeviceRefusal(errorKinds.notSupported);
    return core;
  };
}
