import type { SendCommand } from '../client/command.ts';
import { DeviceError } from '../errors.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { hampSlice } from '../state/hamp.ts';
import { type HdspCommands, hdspCommands } from '../state/hdsp.ts';
import { type HvpCommands, hvpCommands } from '../state/hvp.ts';
import { sliderCommands } from '../state/slider.ts';
import { createDeferredPlay, type DeferredPlay } from './deferred-play.ts';
import { type HspCommands, hspCommands, type ServerNow } from './hsp-commands.ts';
import { type HsspCommands, hsspCommands } from './hssp-commands.ts';
import { type OtaCommands, otaCommands } from './ota-commands.ts';
import { type StreamCommands, streamCommands } from './stream-commands.ts';
import {
  type AuthCommands,
  authCommands,
  type HstpCommands,
  hstpCommands,
  type InfoCommands,
  infoCommands,
  type SystemCommands,
  systemCommands,
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
  readonly info: InfoCommands;
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
    slider: sliderCommands(command),
    hdsp: hdspCommands(command, parts.stopDirectMove),
    hvp: hvpCommands(command),
    hsp: hspCommands(command, store.get, serverNow),
    hssp: hsspCommands({ command, deferred, serverNow, takesInlineScripts: parts.takesInlineScripts }),
    stream: streamCommands(command, serverNow),
    system: systemCommands(command),
    ota: otaCommands(command, store.get),
    info: infoCommands(otherwise('Info CMD not initialized')),
    hstp: hstpCommands(otherwise('HSTP is not initialized')),
    auth: authCommands(command),
  };
  return { groups, deferred };
}
