import { type DeviceState, hasLegacyFirmware, hasSlider } from '@tactus/sdk';
import type { CliCommand } from './command.ts';
import { ExitCode } from './exit-codes.ts';
import { connectSession, type TerminalSession, unlessInterrupted } from './session.ts';
import { modelText, modeText } from './state-text.ts';

/** How long the command waits for reads after connecting. */
const READ_WITHIN_MS = 2_000;

/** Shows the known state of a device. */
export const infoCommand: CliCommand = {
  usage: '',
  summary: 'shows the known state of the device and its cloud',
  help: `Model, firmware, mode, stroke, battery, clocks, and what the cloud can do beyond the vendor's. The key is not shown.

  tactus info
  tactus info --json | jq .clockSync`,
  words: { needed: [] },
  needsDevice: true,
  options: { json: { about: 'the whole state as JSON, for other programs' } },
  async run(args, context) {
    const { screen, time, interrupted } = context;
    const session = await connectSession(args, context);
    const { device, close } = session;
    try {
      const read = device.waitFor(({ mode }) => mode !== undefined);
      const late = time.after(READ_WITHIN_MS, () => read.cancel());
      const now = device.store.getState();
      const stroke = hasSlider(now) && !hasLegacyFirmware(now) ? device.slider.readStroke() : undefined;
      await unlessInterrupted(Promise.allSettled([read, stroke]), interrupted); // a failed read is not shown
      late();
      const { connectionKey: _secret, ...state } = device.store.getState();
      if (args.switches.has('json')) screen.print(JSON.stringify(state, null, 2));
      else for (const [name, value] of rowsOf(state, session)) screen.print(`${name.padEnd(10)} ${value}`);
      return ExitCode.DONE;
    } finally {
      close();
    }
  },
};

function rowsOf(state: Omit<DeviceState, 'connectionKey'>, { apiBase, features }: TerminalSession): [string, string][] {
  const { info, slider, battery, clockSync, environment } = state;
  const can = Object.keys(features);
  return [
    ['model', modelText(info?.hw_model_no)],
    ['firmware', info?.fw_version ?? 'unknown'],
    ['mode', modeText(state.mode)],
    ...(hasSlider(state)
      ? [
          [
            'stroke',
            `${percent(slider.min)} to ${percent(slider.max)} (${slider.min_absolute.toFixed(0)} to ${slider.max_absolute.toFixed(0)} mm)`,
          ] as [string, string],
        ]
      : []),
    ...(battery ? [['battery', percent(battery.level)] as [string, string]] : []),
    ...(environment === undefined ? [] : [['server', String(environment)] as [string, string]]),
    ['clock', `${Math.round(clockSync.clockOffset)} ms behind the cloud, round trip ${Math.round(clockSync.rtd)} ms`],
    ['offset', `${clockSync.deviceUserTimeOffset ?? 0} ms`],
    ['cloud', `${apiBase}: ${can.length > 0 ? can.join(', ') : "what the vendor's can"}`],
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
