import { DeviceError } from '../errors.ts';
import { createDeferredPlay, type DeferredPlay } from '../modes/deferred-play.ts';
import { hampMode } from '../modes/hamp.ts';
import { type HdspCommands, hdspCommands } from '../modes/hdsp.ts';
import { type HspCommands, hspCommands, type ServerNow } from '../modes/hsp-commands.ts';
import { type HsspCommands, hsspCommands } from '../modes/hssp-commands.ts';
import { type HvpCommands, hvpCommands } from '../modes/hvp.ts';
import { type StreamCommands, streamCommands } from '../modes/stream-commands.ts';
import type { DeviceStore } from '../state/device-store.ts';
import { type OtaCommands, otaCommands } from '../system/ota-commands.ts';
import { sliderCommands } from '../system/slider.ts';
import {
  type AuthCommands,
  authCommands,
  type HstpCommands,
  hstpCommands,
  type InfoCommands,
  infoCommands,
  type SystemCommands,
  systemCommands,
} from '../system/system-commands.ts';
import type { Command } from './command.ts';

/** The modes and groups whose commands every device has, beside `hamp` and `slider`. */
export interface GroupCommands {
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

/** Builds the commands of every group. `deferred` holds the play request that waits for its script. */
export function createCommands(parts: {
  readonly command: Command;
  readonly store: DeviceStore;
  readonly serverNow: ServerNow;
  readonly stopDirectMove: () => Promise<void>;
  /** Whether there is a device to talk to. */
  readonly isConnected: () => boolean;
  readonly takesInlineScripts: boolean;
}) {
  const { command, store, serverNow } = parts;
  const deferred: DeferredPlay = createDeferredPlay(store);
  const otherwise =
    (text: string): Command =>
    async (call, input) => {
      if (!parts.isConnected()) throw new DeviceError('not-initialized', text);
      return command(call, input);
    };
  const groups = {
    hamp: hampMode.commands(command),
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
