import type { CliCommand } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { openTerminalSession } from './session.ts';
import { stopFromTerminal } from './stop-device.ts';

/** Stops a device, whatever started its motion. */
export const stopCommand: CliCommand = {
  usage: '',
  summary: 'stops the device, whatever set it in motion',
  help: `Needs nothing but the key, and does not wait for anything: the stop goes out at once. Unconfirmed, it is sent again
for half a minute, unless Ctrl-C gives up. Ends with 0 only when the device has confirmed that it stopped; with 4 otherwise, also
where no device has the key: then use its power button.

  tactus stop`,
  words: { needed: [] },
  needsDevice: true,
  options: {},
  async run(args, context) {
    // Every cloud stops a device in the same way, so its features are not needed.
    const session = await openTerminalSession(args, context, {});
    const { device, connectionKey } = session;
    try {
      // A stop does not wait for the connection: its own result shows whether it reached the device.
      device.connect(connectionKey).catch(() => undefined);
      await stopFromTerminal(session, context);
      return ExitCode.DONE;
    } finally {
      session.close();
    }
  },
};
