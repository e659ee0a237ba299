import type { CliCommand } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { connectSession } from './session.ts';
import { modelText } from './state-text.ts';

/** Tests the connection to a device. */
export const connectCommand: CliCommand = {
  usage: '',
  summary: 'tests whether the device can be reached',
  help: `Makes every step of a connection once (cloud, key, event stream, device, clock) and prints the result. Nothing moves, and
nothing is stored: to avoid the prompt for the key, put it into the environment.

  tactus connect
  read -s TACTUS_KEY; export TACTUS_KEY; tactus connect`,
  words: { needed: [] },
  needsDevice: true,
  options: {},
  async run(args, context) {
    const { screen, time } = context;
    const startedAt = time.monotonic();
    const { device, close } = await connectSession(args, context);
    try {
      const { info, clockSync } = device.store.getState();
      const tookMs = Math.round(time.monotonic() - startedAt);
      screen.print(
        `Connected in ${tookMs} ms: ${modelText(info?.hw_model_no)}, firmware ${info?.fw_version ?? 'unknown'}, round trip ${Math.round(clockSync.rtd)} ms`,
      );
      return ExitCode.DONE;
    } finally {
      close();
    }
  },
};
