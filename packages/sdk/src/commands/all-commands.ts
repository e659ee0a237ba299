import type { SendCommand } from '../client/command.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { hampSlice } from '../state/hamp.ts';
import { createHdspCommands, type HdspCommands } from '../state/hdsp.ts';
import { createHvpCommands, type HvpCommands } from '../state/hvp.ts';
import { createSliderCommands } from '../state/slider.ts';
import { createDeferredPlay, type DeferredPlay } from './deferred-play.ts';
import { createHspCommands, type HspCommands, type ServerNow } from './hsp-commands.ts';
import { createHsspCommands, type HsspCommands } from './hssp-commands.ts';
import { createOtaCommands, type OtaCommands } from './ota-commands.ts';
import { createStreamCommands, type StreamCommands } from './stream-commands.ts';
import {
  type AuthCommands,
  createAuthCommands,
  createDeviceInfoCommands,
  createHstpCommands,
  createSystemCommands,
  type DeviceInfoCommands,
  type HstpCommands,
  type SystemCommands,
} from './system-commands.ts';

/** The modes and groups whose commands every device has, beside `hamp` and `slider`. */
export interface DeviceCommandGroups {
  readonly hdsp: HdspCommands;
  readonly hvp: HvpCommands;
  readonly hsp: HspCommands;
  readonly hssp: HsspCommands;
  readonly stream: StreamCommands;
  readonly system: SystemCommands;
  readonly ota: OtaCommands;
  readonly info: DeviceInfoCommands;
  readonly hstp: HstpCommands;
  readonly auth: AuthCommands;
}

/** Creates the commands of every group. `deferred` holds the play request that waits for its script. */
export function createDeviceCommands(parts: {
  readonly command: SendCommand;
  readonly store: DeviceStore;
  readonly serverNow: ServerNow;
  readonly stopDirectMove: () => Promise<void>;
  /** Whether a device is connected. */
  readonly isConnected: () => boolean;
  readonly takesInlineScripts: boolean;
}) {
  const { command, store, serverNow } = parts;
  const deferred: DeferredPlay = createDeferredPlay(store);
  const otherwise =
    (text: string): SendCommand =>
    async (call, input) => {
      if (!parts.isConnected()) throw new DeviceError('not-initialized', text);
      return command(call, input);
    };
  const groups = {
    hamp: hampSlice.commands(command),
    slider: createSliderCommands(command),
    hdsp: createHdspCommands(command, parts.stopDirectMove),
    hvp: createHvpCommands(command),
    hsp: createHspCommands(command, store.get, serverNow),
    hssp: createHsspCommands({ command, deferred, serverNow, takesInlineScripts: parts.takesInlineScripts }),
    stream: createStreamCommands(command, serverNow),
    system: createSystemCommands(command),
    ota: createOtaCommands(command, store),
    info: createDeviceInfoCommands(otherwise('Info CMD not initialized')),
    hstp: createHstpCommands(otherwise('HSTP is not initialized')),
    auth: createAuthCommands(command),
  };
  return { groups, deferred };
}
