import { formatCsv } from '@tactus/motion';
import { DeviceMode, HspPlayState } from '@tactus/protocol';
import { DeviceError, type DeviceState, hasSlider, uploadScript } from '@tactus/sdk';
import type { CliCommand, ParsedArgs } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { followScript } from './follow-script.ts';
import { readScriptPart, SCRIPT_PART_OPTIONS } from './part-of-script.ts';
import { readAddressOption } from './read-command-line.ts';
import { readScriptFile, scriptFractionAt } from './script-file.ts';
import { connectSession, unlessInterrupted } from './session.ts';
import { runAndStopDevice } from './stop-device.ts';

const SCRIPT_HOST_PATH = '/api/script/v0';

/** Plays a file through the cloud: upload, then HSSP. */
export const playCommand: CliCommand = {
  usage: 'FILE',
  summary: 'uploads a script and has the cloud play it',
  help: `FILE is a funscript or a CSV ("time in ms,position in percent" on each line).

What leaves this machine: the points of the script as CSV, without its name and title, to the script host. The cloud
fetches it from there; anyone with its address can read it until the host deletes it. 'tactus stream' uploads nothing.
The vendor's cloud has its script host elsewhere: --script-host https://scripts01.handyfeeling.com/api/script/v0

The slider moves to the first point, then the cloud plays. Progress is shown, and at the end the position error, as
measured from readings of the slider. Ctrl-C stops the device and waits until it has confirmed that.

  tactus play session.funscript
  tactus play session.funscript --from 60 --for 30       half a minute of it, from 1:00 on`,
  words: { needed: ['FILE'] },
  needsDevice: true,
  options: {
    ...SCRIPT_PART_OPTIONS,
    'script-host': {
      value: 'URL',
      about: 'where the script is uploaded; /api/script/v0 of the cloud when left out (or TACTUS_SCRIPT_HOST)',
    },
  },
  async run(args, context) {
    const { screen, fetch, interrupted } = context;
    const ownHost = readAddressOption(args, 'script-host', `http://localhost:8787${SCRIPT_HOST_PATH}`)?.href;
    const script = await readScriptFile(args.words[0] ?? '', screen);
    const { fromMs, untilMs } = readScriptPart(args, script);
    const session = await connectSession(args, context);
    const { device, apiBase } = session;
    try {
      const text = formatCsv(script.points);
      const scriptHost = ownHost ?? `${new URL(apiBase).origin}${SCRIPT_HOST_PATH}`;
      screen.printStatus(
        `Uploading ${script.points.length} points of ${script.name} (${Math.ceil(text.length / 1000)} KB) to ${new URL(scriptHost).host}`,
      );
      const uploading = uploadScript({ scriptHost, text, fetch, time: context.time, signal: interrupted });
      const url = await unlessInterrupted(uploading, interrupted).catch((error: unknown) => {
        throw endOfUpload(error, scriptHost, args);
      });
      device.position.knowScript(url, script.points);
      await runAndStopDevice(session, context, async (signal) => {
        await device.hssp.setup({ url });
        // A start that is sent during a Stop would replace it.
        signal.throwIfAborted();
        if (hasSlider(device.store.getState())) await device.leadIn(scriptFractionAt(script, fromMs), { signal });
        signal.throwIfAborted();
        const startedAtMs = Math.round(device.clock.serverNow());
        await device.hssp.play({ start_time: Math.round(fromMs), server_time: startedAtMs });
        const nowMs = () => fromMs + device.clock.serverNow() - startedAtMs;
        await followScript(
          session,
          context,
          { script, fromMs, untilMs, nowMs, isAtEnd: () => false, endedEarly },
          signal,
        );
      });
      return ExitCode.DONE;
    } finally {
      session.close();
    }
  },
};

/** The meaning of a failed upload: the request went to the script host, not to the cloud. */
function endOfUpload(error: unknown, scriptHost: string, { sources }: ParsedArgs): unknown {
  if (!(error instanceof DeviceError)) return error;
  const status = error.http === undefined ? '' : ` (HTTP status ${error.http.status})`;
  const source = sources['script-host'] === undefined ? 'that of the cloud' : `from ${sources['script-host']}`;
  return new CommandEnd(
    ['network', 'timeout'].includes(error.code) ? ExitCode.NOT_THERE : ExitCode.FAILED,
    `The upload failed: ${error.message.replace(/\.$/, '')}${status}. The script host is ${scriptHost} (${source}).`,
    error,
  );
}

/** Modes of a script's playback: the cloud's player feeds the device's. */
const PLAYERS: readonly (DeviceMode | undefined)[] = [DeviceMode.HSSP, DeviceMode.HSP];
const AT_REST: readonly number[] = [HspPlayState.STOPPED, HspPlayState.PAUSED];

function endedEarly({ mode, hsp }: DeviceState): string | undefined {
  if (!PLAYERS.includes(mode)) return 'Something else has taken over the device';
  return AT_REST.includes(hsp.play_state) ? 'The script was stopped, not from here' : undefined;
}
