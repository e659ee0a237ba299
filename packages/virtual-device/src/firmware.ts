import type { DeviceEvent, DeviceHandlers, DeviceInfo, GroupName, SessionIds } from '@tactus/protocol';
import type { DeviceClock } from './device-clock.ts';
import { createClock } from './device-clock.ts';
import { createHamp } from './modes/hamp.ts';
import { createHdsp } from './modes/hdsp.ts';
import { createHsp } from './modes/hsp/hsp.ts';
import { createHvp } from './modes/hvp.ts';
import { createModeSwitch, type ModeSwitch } from './modes/mode-switch.ts';
import type { DeviceParts } from './parts.ts';
import { createSlider } from './slider.ts';
import { createInfo } from './system/info.ts';
import { createSystem, type SystemParts } from './system/system.ts';

/** One boot of the firmware: whatever it knows is forgotten at the next. */
export interface Firmware {
  readonly modes: ModeSwitch;
  readonly clock: DeviceClock;
  /** Every call that a device answers: one without a handler does not compile. */
  readonly handlers: DeviceHandlers<GroupName>;
  /** Does nothing by itself any more. */
  close(): void;
}

/** What a boot finds: the hardware, and what the device as a whole knows. */
export interface FirmwareOptions extends Omit<DeviceParts, 'modes' | 'clock'> {
  readonly system: SystemParts;
  readonly info: () => DeviceInfo;
  readonly sessionIds: (modeSessionId: number) => SessionIds;
  readonly updateHandlers: DeviceHandlers<'ota'>;
  readonly emit: (event: DeviceEvent) => void;
}

export function createFirmware({ system, info, sessionIds, updateHandlers, ...hardware }: FirmwareOptions): Firmware {
  const modes = createModeSwitch(hardware.emit);
  const clock = createClock(hardware.time);
  const parts: DeviceParts = { ...hardware, modes, clock };
  const hsp = createHsp(parts);
  return {
    modes,
    clock,
    close: hsp.close,
    handlers: {
      ...createInfo(parts, { info, sessionIds: () => sessionIds(modes.sessionId()) }),
      ...createHamp(parts),
      ...createHdsp(parts),
      ...createHvp(parts),
      ...createSlider(parts),
      ...hsp.handlers,
      ...clock.handlers,
      ...createSystem(system),
      ...updateHandlers,
    },
  };
}
