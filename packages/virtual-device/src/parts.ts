import { type DeviceEvent, DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Random, Time } from '@tactus/time';
import type { DeviceModel } from './models.ts';
import type { ModeSwitch } from './modes/mode-switch.ts';
import type { MotionCore } from './motion-core.ts';

/** What the groups of calls are built on. */
export interface DeviceParts {
  readonly model: DeviceModel;
  readonly time: Time;
  readonly random: Random;
  readonly modes: ModeSwitch;
  /** Tells everybody who listens; nobody hears it while the device is not connected. */
  readonly emit: (event: DeviceEvent) => void;
  /** The slider; refuses with 100017 on a model that has none. */
  readonly slider: () => MotionCore;
}

/** Gives the slider or refuses, as the firmware of a model without one does. */
export function sliderOrRefusal(core: MotionCore | undefined): () => MotionCore {
  return () => {
    if (!core) throw new DeviceRefusal(errorKinds.notSupported);
    return core;
  };
}
