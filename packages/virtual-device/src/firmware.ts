import type { DeviceCallName, DeviceEvent, DeviceHandlers, DeviceInfo, GroupName, SessionIds } from '@tactus/protocol';
import type { FirmwareClock } from './hardware/firmware-clock.ts';
import { createFirmwareClock } from './hardware/firmware-clock.ts';
import { createHampMode } from './modes/hamp.ts';
import { createHdspMode } from './modes/hdsp.ts';
import { createHspMode } from './modes/hsp/hsp.ts';
import { createHvpMode } from './modes/hvp.ts';
import { createModeSwitch, type ModeSwitch } from './modes/mode-switch.ts';
import type { DeviceParts } from './modes/parts.ts';
import { createSliderHandlers } from './slider.ts';
import { createInfoHandlers } from './system/info.ts';
import { createSystemHandlers, type SystemParts } from './system/system.ts';

/** One boot of the firmware: the next boot forgets its state. */
export interface Firmware {
  readonly modes: ModeSwitch;
  readonly clock: FirmwareClock;
  /** The handlers of a call's group. The modes are built at the first call that is not about the clock: devices idle for long. */
  handlerOf<N extends DeviceCallName>(name: N): DeviceHandlers<GroupName>[N];
  /** Stops everything that runs by itself. */
  close(): void;
}

/** The input of a boot: the hardware, and the facts of the device as a whole. */
export interface FirmwareOptions extends Omit<DeviceParts, 'modes' | 'clock'> {
  readonly system: SystemParts;
  readonly info: () => DeviceInfo;
  readonly sessionIds: (modeSessionId: number) => SessionIds;
  readonly updateHandlers: DeviceHandlers<'ota'>;
  readonly emit: (event: DeviceEvent) => void;
}

/** Every call that a device answers: a call without a handler does not compile. */
interface Groups {
  readonly handlers: DeviceHandlers<GroupName>;
  readonly close: () => void;
}

/** Builds the firmware of one boot, with its groups of calls. */
export function createFirmware(options: FirmwareOptions): Firmware {
  const modes = createModeSwitch(options.emit);
  const clock = createFirmwareClock(options.time);
  let built: Groups | undefined;

  function build(): Groups {
    const { system, info, sessionIds, updateHandlers, ...hardware } = options;
    const parts: DeviceParts = { ...hardware, modes, clock };
    const hsp = createHspMode(parts);
    return {
      close: hsp.close,
      handlers: {
        ...createInfoHandlers(parts, { info, sessionIds: () => sessionIds(modes.sessionId()) }),
        ...createHampMode(parts),
        ...createHdspMode(parts),
        ...createHvpMode(parts),
        ...createSliderHandlers(parts),
        ...hsp.handlers,
        ...clock.handlers,
        ...createSystemHandlers(system),
        ...updateHandlers,
      },
    };
  }

  return {
    modes,
    clock,
    close: () => built?.close(),
    handlerOf(name) {
      const ofClock: Partial<DeviceHandlers<GroupName>> = clock.handlers;
      const handler = ofClock[name];
      if (handler) return handler;
      built ??= build();
      return built.handlers[name];
    },
  };
}
